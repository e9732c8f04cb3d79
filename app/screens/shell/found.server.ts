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
import { formatMoney } from "~/text/format";
import type { FoundEntry, FoundSection } from "~/ui/topbar/found";
import { withParams } from "~/ui/url";
import { rowHref } from "../href";
import { detailAt } from "../request.server";
import { prepareMenu } from "./menu.server";
import type { Leaf } from "./menu-index.server";
import { searchMenu } from "./search.server";

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
    entries: rows.flatMap((row) =>
      isDeclared(row.type) ? rowEntry(row, documentNamed(row.type).label) : [],
    ),
  });
  return [section("收藏", starred.slice(0, AT_HAND)), section("最近访问", recent)].filter(
    (s) => s.entries.length,
  );
}
