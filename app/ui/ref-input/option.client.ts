import type { Choice } from "./choice";

/** The picture of a row, or an empty frame of its size. */
export function picture(row: Choice): HTMLElement {
  if (!row.picture) {
    const none = document.createElement("span");
    none.className = "ref-pic";
    return none;
  }
  const img = document.createElement("img");
  Object.assign(img, { className: "ref-pic", src: row.picture, alt: "", width: 32, height: 32 });
  return img;
}

/** A text in which what was typed is marked. */
function marked(tag: string, text: string, typed: string): HTMLElement {
  const el = document.createElement(tag);
  const at = typed ? text.toLowerCase().indexOf(typed.toLowerCase()) : -1;
  if (at < 0) {
    el.textContent = text;
    return el;
  }
  const mark = document.createElement("mark");
  mark.textContent = text.slice(at, at + typed.length);
  el.append(text.slice(0, at), mark, text.slice(at + typed.length));
  return el;
}

/** One row of the list below a reference. */
export function optionOf(row: Choice, at: number, typed: string): HTMLElement {
  const option = document.createElement("div");
  Object.assign(option, { id: `ref-option-${at}`, role: "option", className: "ref-option" });
  option.setAttribute("aria-selected", "false");
  option.dataset.at = String(at);
  if (row.pictured) option.append(picture(row));
  const words = document.createElement("span");
  words.className = "ref-words";
  words.append(marked("b", row.label, typed));
  if (row.name) words.append(" ", marked("span", row.name, typed));
  if (row.note) words.append(" ", marked("small", row.note, typed));
  option.append(words);
  if (row.end) option.append(marked("small", row.end, ""));
  return option;
}
