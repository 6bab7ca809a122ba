// In a browser too old for Streamlit a sentence stands in place of the page: what to do, and the room's code, which is in the
// address. This file is old JavaScript on purpose (ES5): it has to run where nothing else does. old_browser.py fills SAID.
(function () {
  var SAID = "SAID";
  var ID = "old-browser";

  function missing() {
    try {
      new RegExp("(?<=a)b");
    } catch (error) {
      return true;
    }
    return !(
      Object.hasOwn &&
      Array.prototype.at &&
      String.prototype.replaceAll &&
      window.structuredClone &&
      window.AbortSignal &&
      AbortSignal.timeout
    );
  }

  function add(parent, tag, text, style) {
    var element = document.createElement(tag);
    element.appendChild(document.createTextNode(text));
    element.style.cssText = style;
    return parent.appendChild(element);
  }

  function say() {
    if (document.getElementById(ID) || !document.body) return;
    var page = document.createElement("div");
    page.id = ID;
    page.setAttribute("role", "alert");
    page.style.cssText =
      "position:fixed;top:0;left:0;width:100%;height:100%;overflow:auto;box-sizing:border-box;padding:2rem 1.5rem;z-index:2147483647;" +
      "background:#fcfcfa;color:#23252b;font:18px/1.7 sans-serif";
    var room = /[?&]room=([A-Za-z0-9]{1,12})/.exec(window.location.search);
    for (var i = 0; i < SAID.length; i++) {
      add(page, "p", SAID[i].old, "margin:0 auto 1rem;max-width:36em");
      if (room)
        add(page, "p", SAID[i].room + room[1].toUpperCase(), "margin:0 auto 2rem;max-width:36em;font-weight:bold");
    }
    document.body.appendChild(page);
    var root = document.getElementById("root");
    if (root) root.style.display = "none";
  }

  function soon() {
    if (document.body) say();
    else document.addEventListener("DOMContentLoaded", say);
  }

  if (missing()) soon();
  // A script that this browser cannot read: nothing of it runs, and the page would stay white.
  window.addEventListener("error", function (event) {
    if (/SyntaxError/.test(event.message || "")) soon();
  });
})();
