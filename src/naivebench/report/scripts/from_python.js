// Values that Python passes to the scripts in addition to the scores: columns, kinds, groups, limits
// (report/page.py).

export const given = JSON.parse(document.getElementById("given").textContent);
