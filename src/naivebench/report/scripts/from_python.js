// What Python gives the scripts beside the scores: columns, kinds, groups, limits (report/page.py).

export const given = JSON.parse(document.getElementById("given").textContent);
