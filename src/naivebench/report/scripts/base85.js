// Base 85 as Python's base64.b85encode writes it, with a comma for "<".
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";
export const bytesOf = (text) => {
  const digits = new Uint8Array(128),
    missing = (5 - (text.length % 5)) % 5;
  for (let i = 0; i < 85; i++) digits[DIGITS.charCodeAt(i)] = i;
  const bytes = new Uint8Array(((text.length + missing) / 5) * 4),
    view = new DataView(bytes.buffer);
  for (let i = 0, at = 0; i < text.length; i += 5, at += 4) {
    let value = 0;
    for (let k = i; k < i + 5; k++) value = value * 85 + (k < text.length ? digits[text.charCodeAt(k)] : 84);
    view.setUint32(at, value);
  }
  return bytes.subarray(0, bytes.length - missing);
};
