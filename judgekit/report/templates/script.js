"use strict";
for (const browser of document.querySelectorAll(".browser")) {
  const controls = browser.querySelector(".controls");
  const outcome = controls.querySelector("select");
  const search = controls.querySelector("input");
  const status = controls.querySelector("[role=status]");
  const items = Array.from(browser.querySelectorAll("details.item"));
  const texts = new Map();
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };
  const filter = () => {
    const word = outcome.value;
    const wanted = search.value.trim().toLowerCase();
    let shown = 0;
    for (const item of items) {
      const fits = (!word || item.dataset.o.split(" ").includes(word)) &&
        (!wanted || textOf(item).includes(wanted));
      item.hidden = !fits;
      if (fits) shown += 1;
    }
    status.textContent = shown + " of the " + items.length + " items on this page";
  };
  outcome.addEventListener("change", filter);
  search.addEventListener("input", filter);
  for (const button of controls.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      for (const item of items) if (!item.hidden) item.open = Boolean(button.dataset.open);
    });
  }
  controls.hidden = false;
  filter();
}
const openedForPrint = [];
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details:not([open])")) {
    details.open = true;
    openedForPrint.push(details);
  }
});
addEventListener("afterprint", () => {
  for (const details of openedForPrint.splice(0)) details.open = false;
});
