import { LRUCache } from "lru-cache";
import { polyphonic } from "pinyin-pro";
import { documentNamed, isDeclared } from "#documents";
import {
  documentsNamed,
  type FoundGroup,
  type FoundRow,
  lastVisits,
  searchDocuments,
  starredDocuments,
} from "~/erp/search.server";
import type { Staff } from "~/session/staff.server";
import { formatMoney } from "~/text";
import { withParams } from "~/ui";
import type { FoundEntry, FoundSection } from "~/ui/topbar/found";
import { rowHref } from "../frame/href";
import { detailAt } from "../frame/request.server";
import { prepareMenu } from "./menu.server";
import type { Leaf } from "./menu-index.server";

/** Possible first letters of every character of a label; other characters stand for themselves. */
const initials = new LRUCache<string, string[]>({ max: 5000 });

function initialsOf(label: string): string[] {
  let known = initials.get(label);
  if (!known) {
    known = polyphonic(label, { pattern: "first", toneType: "none", type: "array" }).map((letters) =>
      letters.join("").toLowerCase(),
    );
    initials.set(label, known);
  }
  return known;
}

/** True when consecutive characters of the label may begin with these letters (重量: zl or cl). */
export function matchesInitials(label: string, letters: string): boolean {
  const options = initialsOf(label);
  for (let from = 0; from + letters.length <= options.length; from++) {
    let at = 0;
    while (at < letters.length && options[from + at]!.includes(letters[at]!)) at++;
    if (at === letters.length) return true;
  }
  return false;
}

/**
 * Leaf entries whose label contains `query` in any case, or has it as pinyin initials. Labels that
 * begin with it come first, then those that contain it, then pinyin; menu order within each.
 */
export function searchMenu(leaves: readonly Leaf[], query: string, limit = 10): Leaf[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  const latin = /^[a-z0-9]+$/.test(wanted);
  const rank = (leaf: Leaf) => {
    const at = leaf.label.toLowerCase().indexOf(wanted);
    if (at >= 0) return at === 0 ? 0 : 1;
    return latin && matchesInitials(leaf.label, wanted) ? 2 : 3;
  };
  const ranks: Leaf[][] = [[], [], []];
  for (const leaf of leaves) ranks[rank(leaf)]?.push(leaf);
  return ranks.flat().slice(0, limit);
}

/** What was typed: `?q=`, as much of it as is looked for. */
export const quickQuery = (request: Request): string =>
  (new URL(request.url).searchParams.get("q") ?? "").slice(0, 100);

/** Facts that fit in one line. */
const FACTS = 3;
/** Documents at hand of each kind. */
const AT_HAND = 6;

export const menuEntry = (leaf: Leaf): FoundEntry => ({
  href: leaf.href,
  label: leaf.label,
  icon: leaf.icon,
  line: leaf.trail.slice(0, -1).join(" / "),
});

function rowEntry(row: FoundRow, kind: string): FoundEntry[] {
  if (!isDeclared(row.type)) return [];
  const document = documentNamed(row.type);
  const amount = row.amount && formatMoney(row.amount, row.currency);
  const said = [kind, ...(row.facts ?? []).slice(0, FACTS), amount, row.date];
  const state = document.status?.values[row.status];
  const menu = document.menu;
  return [
    {
      href: rowHref(document, "detail", row.id, document.screens.list),
      label: row.name || `${document.label} ${row.id}`,
      icon: menu && "icon" in menu ? String(menu.icon) : "page",
      line: said.filter(Boolean).join(" · "),
      ...(state && { state }),
    },
  ];
}

const groupSection = (query: string, { type, label, more, rows }: FoundGroup): FoundSection => ({
  title: label,
  entries: rows.flatMap((row) => rowEntry(row, "")),
  // A list's own keyword does not look into whom its rows name.
  ...(more &&
    documentNamed(type).keyword &&
    rows.every((row) => row.match !== "named") && {
      more: withParams(documentNamed(type).screens.list, { keyword: query, v: 0 }),
    }),
});

export interface Found {
  sections: FoundSection[];
  /** Where the one leads whose number this is, or the only one that there is. */
  only: string | null;
}

/** Documents by number, SKU, supplier, people and the like, and menu entries; what fits as a whole first. */
export async function find(staff: Staff, query: string, menus: number): Promise<Found> {
  const [groups, nodes] = await Promise.all([searchDocuments(staff.erp, query), staff.menu()]);
  const leaves = searchMenu(prepareMenu(nodes).leaves, query, menus);
  const known = groups.filter((g) => isDeclared(g.type));
  const whole = known.flatMap((g) => g.rows.filter((r) => r.match === "exact"));
  const documents = known.map((g) => groupSection(query, g)).filter((s) => s.entries.length);
  const menu = leaves.length ? [{ title: "菜单", entries: leaves.map(menuEntry) }] : [];
  const sections = whole.length ? [...documents, ...menu] : [...menu, ...documents];
  const all = sections.flatMap((s) => s.entries);
  const [one] = whole.length === 1 && whole[0] ? rowEntry(whole[0], "") : [];
  return { sections, only: one?.href ?? (all.length === 1 ? (all[0]?.href ?? null) : null) };
}

/** What a person may want without typing: starred documents, and those seen last. */
export async function atHand(staff: Staff): Promise<FoundSection[]> {
  const [starred, visits] = await Promise.all([starredDocuments(staff.erp), lastVisits(staff.erp)]);
  const names = visits.flatMap((path) => {
    const shown = detailAt(path);
    return shown && /^\d+$/.test(shown.id) ? [`${shown.document.name}:${shown.id}`] : [];
  });
  const known = new Set(starred.map((row) => `${row.type}:${row.id}`));
  const others = [...new Set(names)].filter((name) => !known.has(name));
  const recent = await documentsNamed(staff.erp, others.slice(0, AT_HAND));
  const section = (title: string, rows: FoundRow[]): FoundSection => ({
    title,
    entries: rows.flatMap((row) => (isDeclared(row.type) ? rowEntry(row, documentNamed(row.type).label) : [])),
  });
  return [section("收藏", starred.slice(0, AT_HAND)), section("最近访问", recent)].filter((s) => s.entries.length);
}
