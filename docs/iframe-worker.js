// Browsers start no worker from disk. There a frame stands in, so that the search works without a server.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const scope = frame.contentWindow;
      scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
      const script = scope.document.createElement("script");
      script.src = address;
      this.loaded = new Promise((done) => { script.onload = done; });
      this.scope = scope;
      scope.document.body.append(script);
    }
    postMessage(data) {
      this.loaded.then(() => this.scope.dispatchEvent(new MessageEvent("message", {data})));
    }
  };
}
