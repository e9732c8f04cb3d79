/** For pages that are not served over HTTPS, where there is no clipboard. */
function copyByHand(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  // What lies open while it has the focus stays open.
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** Copies the text of a button and says so on it. */
export async function copyFrom(button: HTMLElement): Promise<void> {
  const { copy: text = "" } = button.dataset;
  const done = await copy(text);
  button.classList.toggle("copied", done);
  button.setAttribute("aria-label", done ? `已复制 ${text}` : `无法复制，请手动选择 ${text}`);
}
