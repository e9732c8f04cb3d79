/** The browser's calendar below the field; what is chosen there is typed into it. */
export function openCalendar(input: HTMLInputElement, time: boolean): void {
  if (input.readOnly || input.disabled) return;
  const native = document.createElement("input");
  native.dataset.native = "";
  native.type = time ? "datetime-local" : "date";
  Object.assign(native, { min: input.min, max: input.max, value: input.value.replace(" ", "T"), tabIndex: -1 });
  native.ariaHidden = "true";
  const { left, bottom, width } = input.getBoundingClientRect();
  Object.assign(native.style, {
    position: "fixed",
    opacity: "0",
    pointerEvents: "none",
    height: "0",
    left: `${left}px`,
    top: `${bottom}px`,
    width: `${width}px`,
  });
  (input.closest("dialog, [popover]") ?? document.body).append(native);
  native.addEventListener("change", () => {
    input.value = native.value.replace("T", " ");
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  });
  native.addEventListener("blur", () => native.remove());
  native.focus();
  native.showPicker();
}
