let started = false;

/** The name of a chosen file is seen; that none is chosen is said in Chinese by the style sheet. */
export function wakeFile(): void {
  if (started) return;
  started = true;
  document.addEventListener("change", ({ target }) => {
    // Files that are sent at once stand in a list of their own.
    if (target instanceof HTMLInputElement && target.type === "file")
      target.classList.toggle("chosen", !!target.files?.length && !target.closest("[data-upload]"));
  });
}
