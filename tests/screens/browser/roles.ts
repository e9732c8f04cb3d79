import { type AnyNode, closest, type Element, isTag } from "./dom";

const INPUTS: Record<string, string | null> = {
  button: "button",
  checkbox: "checkbox",
  color: null,
  date: null,
  "datetime-local": null,
  file: null,
  hidden: null,
  image: "button",
  month: null,
  number: "spinbutton",
  password: null,
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
  time: null,
  week: null,
};

const PLAIN: Record<string, string> = {
  article: "article",
  aside: "complementary",
  button: "button",
  caption: "caption",
  dd: "definition",
  details: "group",
  dialog: "dialog",
  dt: "term",
  fieldset: "group",
  figure: "figure",
  hr: "separator",
  li: "listitem",
  main: "main",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  search: "search",
  svg: "img",
  table: "table",
  tbody: "rowgroup",
  td: "cell",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  tr: "row",
  ul: "list",
};

const SECTIONS = ["article", "aside", "main", "nav", "section"];
const named = (e: Element) => Boolean(e.attribs["aria-label"] || e.attribs["aria-labelledby"]);
const ofPage = (e: Element) => !closest(e, (at) => at !== e && SECTIONS.includes(at.name));
const first = (e: Element) => {
  const cells = (e.parent?.children ?? []).filter((c: AnyNode) => isTag(c));
  return cells[0] === e;
};

/** A heading cell of a row or of a column. */
function headRole({ attribs, parent }: Element, e: Element): string {
  if (/^row/.test(attribs.scope ?? "")) return "rowheader";
  if (/^col/.test(attribs.scope ?? "")) return "columnheader";
  const inBody = parent && closest(e, (at) => at.name === "tbody");
  return inBody && first(e) ? "rowheader" : "columnheader";
}

/** The role that HTML gives an element, unless `role` names another. */
export function roleOf(e: Element): string | null {
  const { attribs, name } = e;
  const said = attribs.role?.trim().split(/\s+/)[0];
  if (said) return said === "presentation" || said === "none" ? null : said;
  if (/^h[1-6]$/.test(name)) return "heading";
  switch (name) {
    case "a":
    case "area":
      return "href" in attribs ? "link" : null;
    case "input": {
      const role = INPUTS[attribs.type ?? "text"];
      if (role !== undefined) return role;
      return attribs.list ? "combobox" : "textbox";
    }
    case "select":
      return "multiple" in attribs || Number(attribs.size) > 1 ? "listbox" : "combobox";
    case "img":
      return attribs.alt === "" ? null : "img";
    case "th":
      return headRole(e, e);
    case "section":
      return named(e) ? "region" : null;
    case "form":
      return named(e) ? "form" : null;
    case "header":
      return ofPage(e) ? "banner" : null;
    case "footer":
      return ofPage(e) ? "contentinfo" : null;
    default:
      return PLAIN[name] ?? null;
  }
}

/** 1 to 6 for a heading. */
export const levelOf = (e: Element): number => Number(e.attribs["aria-level"] ?? /^h([1-6])$/.exec(e.name)?.[1] ?? 0);
