import { controls, FORMS, isChoice, rowsKey, type ShellDraft, sheetsIn, stateOf } from "./draft.client";

/** Puts values back; returns how many controls it changed. */
function putValues(doc: Document, draft: ShellDraft): number {
  let changed = 0;
  for (const [name, el] of controls(doc)) {
    const value = draft[name];
    if (value === undefined || value === stateOf(el)) continue;
    changed++;
    if (isChoice(el)) el.checked = value === "true";
    else el.value = value;
    // A sheet works itself out once, after all of its rows.
    if (el.closest("[data-lines]")) continue;
    el.dispatchEvent(new Event("input", { bubbles: true }));
    el.dispatchEvent(new Event("change", { bubbles: true }));
  }
  lookAgain(doc);
  return changed;
}

/** Rows of a list that are typed into look at all of their cells again. */
function lookAgain(doc: Document): void {
  for (const list of doc.querySelectorAll("[data-typed]")) list.dispatchEvent(new Event("change"));
}

/** Puts a draft back with the rows that were added, and without those that were removed. */
async function putBack(doc: Document, draft: ShellDraft): Promise<boolean> {
  const sheets = sheetsIn(doc);
  if (!sheets.length) return putValues(doc, draft) > 0;
  const { reshapeLines, reworkLines } = await import("../lines/reshape.client");
  const shaped = sheets.filter((sheet) => {
    const shape = draft[rowsKey(sheet)];
    if (shape !== undefined) reshapeLines(sheet, shape.split(",").filter(Boolean));
    return shape !== undefined;
  });
  const changed = putValues(doc, draft) + shaped.length;
  await Promise.all(sheets.map(reworkLines));
  return changed > 0;
}

const NEW_ROW = /^(\d+ (\w+)\[)(\d+)(\].*)$/;

/**
 * Puts a draft of another version back: no row that is here goes, and the rows that were new then come
 * behind those that are filled now.
 */
async function putOver(doc: Document, draft: ShellDraft): Promise<void> {
  const moved: ShellDraft = {};
  const places = new Map<string, string>();
  const shapes = new Map<HTMLElement, string[]>();
  const { filledIndexes, reshapeLines } = await import("../lines/reshape.client");
  for (const [name, value] of Object.entries(draft)) {
    const [, before, lines, index, behind] = NEW_ROW.exec(name) ?? [];
    if (name.startsWith("rows ")) continue;
    const sheet = lines && sheetsIn(doc).find((one) => one.dataset.lines === lines);
    if (!sheet) moved[name] = value;
    else if (value && value !== "false") {
      const row = `${lines} ${index}`;
      if (!places.has(row)) {
        const rows = shapes.get(sheet) ?? filledIndexes(sheet);
        const next = String(Math.max(-1, ...rows.map(Number)) + 1);
        places.set(row, next);
        shapes.set(sheet, [...rows, next]);
      }
      moved[`${before}${places.get(row)}${behind}`] = value;
    }
  }
  for (const [sheet, rows] of shapes) reshapeLines(sheet, rows);
  await putBack(doc, moved);
}

/** Says something above the form, with what can be done about it. */
function tell(doc: Document, text: string, acts: Record<string, () => void>): void {
  const band = doc.createElement("div");
  band.className = "alert warning";
  band.role = "status";
  band.textContent = text;
  for (const [word, act] of Object.entries(acts)) {
    const button = band.appendChild(doc.createElement("button"));
    button.type = "button";
    button.className = "btn btn-s";
    button.textContent = word;
    button.onclick = () => {
      band.remove();
      act();
    };
  }
  doc.querySelector(FORMS)?.before(band);
}

/** Keys of what was typed over this version and over another one, and what the first of them says. */
interface Drafts {
  own: string;
  kept: string | null;
  other?: string;
}

/** Puts back what was typed over this version, and offers what was typed over another one. */
export async function offer(
  doc: Document,
  { own, kept, other }: Drafts,
  { isHere, save }: { isHere(): boolean; save(): void },
): Promise<void> {
  if (kept && (await putBack(doc, JSON.parse(kept))) && isHere())
    tell(doc, "已恢复上次未提交的内容", {
      放弃修改: () => {
        sessionStorage.removeItem(own);
        location.reload();
      },
    });
  if (!other || !isHere()) return;
  const forget = () => {
    sessionStorage.removeItem(other);
    save();
  };
  tell(doc, "您上次填写后，这条记录已被修改，未提交的内容没有填入", {
    填入后核对: async () => {
      await putOver(doc, JSON.parse(sessionStorage.getItem(other) ?? "{}"));
      forget();
    },
    放弃: forget,
  });
}
