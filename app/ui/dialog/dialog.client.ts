/**
 * Makes the dialog that the server rendered open a modal one: the page behind it is inert, focus stays
 * inside, Escape and a press on the backdrop lead to the page without it.
 */
export function wakeDialog(dialog: HTMLDialogElement): void {
  const close = dialog.querySelector<HTMLAnchorElement>("a.close");
  dialog.close();
  dialog.showModal();
  const first = dialog.querySelector<HTMLElement>(
    ".errors, .body :is(input:not([type=hidden]), select, textarea):enabled",
  );
  // Where nothing is asked, the button that does no harm.
  (first ?? dialog.querySelector<HTMLElement>(".foot a, a.close"))?.focus();
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close?.click();
  });
  dialog.addEventListener("mousedown", (event) => {
    const box = dialog.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (event.target === dialog && !inside) close?.click();
  });
}
