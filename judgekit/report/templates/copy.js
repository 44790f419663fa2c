for (const button of document.querySelectorAll("button[data-copies]")) {
  const source = document.getElementById(button.dataset.copies);
  const status = button.parentElement.querySelector("[role=status]");
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(source);
    try {
      await navigator.clipboard.writeText(source.textContent);
      status.textContent = "copied";
    } catch {
      status.textContent = "selected: copy it with the keyboard";
    }
  });
  button.parentElement.hidden = false;
}
