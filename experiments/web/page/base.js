"use strict";

const byId = (id) => document.getElementById(id);

function element(name, className = "", text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Lets the browser draw and react before the rest is done. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** As people write it: "new_spain" becomes "new spain". */
function spoken(text) {
  return text.replaceAll("_", " ");
}

/** "p1 lands in peru" becomes "Lands in peru". */
function withoutActor(text) {
  const rest = spoken(text.replace(/^p\d /, ""));
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
