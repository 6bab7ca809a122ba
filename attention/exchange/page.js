// Says the cell that is pointed at, and marks its row and column. Words go in as text only.
(function () {
  "use strict";
  var tip = document.getElementById("tip"), marked = [];

  function mark(element) { element.classList.add("on"); marked.push(element); }

  function forget() {
    marked.forEach(function (element) { element.classList.remove("on"); });
    marked = [];
    tip.hidden = true;
  }

  function word(header) { var bdi = header.querySelector("bdi"); return bdi.title || bdi.textContent; }

  function say(cell, x, y) {
    var row = cell.parentNode, table = row.closest("table"), i = row.rowIndex, j = cell.cellIndex;
    var places = table.dataset.places.split(","), query = row.cells[0], key = table.tHead.rows[0].cells[j], hundredths = row.dataset.v.split(",")[j - 1];
    var gaps = {
      query: word(query), key: word(key), row: places[i - 1], column: places[j - 1],
      value: hundredths === "-" ? "-" : (hundredths / 100).toFixed(2)
    };
    mark(query); mark(key); mark(cell);
    tip.textContent = table.dataset.cell.replace(/\{(\w+)\}/g, function (all, name) { return gaps[name]; });
    tip.hidden = false;
    tip.style.left = Math.max(0, Math.min(x + 12, innerWidth - tip.offsetWidth - 8)) + "px";
    tip.style.top = (y + 16 + tip.offsetHeight > innerHeight ? y - 12 - tip.offsetHeight : y + 16) + "px";
  }

  function point(event) {
    var cell = event.target.closest ? event.target.closest("td") : null;
    forget();
    if (cell) { say(cell, event.clientX, event.clientY); }
  }

  document.addEventListener("mousemove", point);
  document.addEventListener("click", point);
})();
