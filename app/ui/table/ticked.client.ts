import { addDecimals, type Decimal, decimalText, parseDecimal } from "~/text/decimal";
import { formatNumber, scaleIn } from "~/text/format";

/** Columns that a line has room for. */
const SHOWN = 4;

/** One column of ticked rows: its sum, or one for each currency. */
type TickedSums = Map<string, Decimal>;

/** What each column of the ticked rows comes to, reckoned on whole numbers. */
export function tickedSums(table: HTMLTableElement): Map<string, TickedSums> {
  const found = new Map<string, TickedSums>();
  for (const cell of table.querySelectorAll<HTMLElement>("tbody tr:has(> .l0 :checked) > [data-s]")) {
    const [, key = "", text, code = ""] = /^(\w+)=(\S+)(?: (\S+))?$/.exec(cell.dataset.s ?? "") ?? [];
    const value = parseDecimal(text);
    if (!value) continue;
    const sums: TickedSums = found.get(key) ?? new Map();
    const before = sums.get(code);
    sums.set(code, before ? addDecimals(before, value) : value);
    found.set(key, sums);
  }
  return found;
}

/** What the ticked rows of a table come to, column by column, as its foot says it of all rows. */
function saidSums(table: HTMLTableElement): string[] {
  const sums = tickedSums(table);
  const heads = [...(table.tHead?.querySelectorAll<HTMLElement>("[data-s]") ?? [])];
  // Amounts before pieces.
  heads.sort((a, b) => Number(b.dataset.d) - Number(a.dataset.d));
  return heads.flatMap((th) => {
    const own = [...(sums.get(th.dataset.s ?? "") ?? [])].filter(([, { units }]) => units !== 0n).sort();
    const texts = own.map(([code, sum]) => {
      const text = formatNumber(decimalText(sum), code ? scaleIn(code) : Number(th.dataset.d));
      return code ? `${code} ${text}` : text;
    });
    return texts.length ? [`${th.firstChild?.textContent?.trim()} ${texts.join(" + ")}`] : [];
  });
}

/** Says how many rows of a table are ticked, and what they come to. */
function sayTicked(table: HTMLTableElement, ticked: number): void {
  const { ownerDocument: doc } = table;
  doc.querySelector("[data-ticked]")?.replaceChildren(`${ticked}`);
  const into = doc.querySelector<HTMLElement>("[data-sums]");
  if (!into) return;
  const said = saidSums(table);
  into.textContent = (said.length ? " · " : "") + said.slice(0, SHOWN).join(" · ");
  into.title = said.join(" · ");
}

/** Hides what none of the ticked rows offers; those of other pages may offer anything. */
function hideUnfit(table: HTMLTableElement): void {
  const { ownerDocument: doc } = table;
  const ticked = [...table.querySelectorAll("tbody tr:has(> .l0 :checked)")];
  const offered = ticked.flatMap((row) => [...row.querySelectorAll(".act a, .act button:not([aria-disabled])")]);
  const labels = new Set(offered.map((el) => el.textContent));
  const elsewhere = !ticked.length || !!doc.querySelector("#rows input[type=hidden][name=ids]");
  for (const button of doc.querySelectorAll<HTMLElement>("[data-fits]"))
    button.hidden = !elsewhere && !labels.has(button.dataset.fits ?? "");
  for (const opener of doc.querySelectorAll<HTMLElement>(".picks [popovertarget]"))
    opener.hidden = !doc
      .getElementById(opener.getAttribute("popovertarget") ?? "")
      ?.querySelector("button:not([hidden])");
}

/** 全选 ticks every row; it shows a dash while only some are ticked. */
export function tick(box: HTMLInputElement): void {
  const table = box.closest("table");
  const all = table?.querySelector<HTMLInputElement>("[data-all]");
  if (!table || !all) return;
  const rows = [...table.querySelectorAll<HTMLInputElement>("tbody .l0 input")];
  if (box === all) for (const row of rows) row.checked = all.checked;
  const ticked = rows.filter((row) => row.checked).length;
  all.checked = ticked === rows.length;
  all.indeterminate = ticked > 0 && !all.checked;
  sayTicked(table, ticked);
  hideUnfit(table);
}
