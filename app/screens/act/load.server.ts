import { z } from "zod";
import { can, type DocumentType, type Field, labelName } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import type { Staff } from "~/session/staff.server";
import { wallClock } from "~/text";
import { isTyped } from "../form/refs.server";
import { rowHref } from "../frame/href";
import { loadOptions } from "../frame/options.server";
import { requirePermit } from "../frame/request.server";
import { loadRow } from "../row/load.server";
import type { RowRow } from "../row/row";
import { aboutOf, saidOf } from "./about-of";
import { loadRows } from "./rows.server";
import type { ActState } from "./state";

/** What tells a row from others that the same is done to, in words. */
const saysOf = (document: DocumentType, names: readonly string[], row: RowRow): string =>
  names
    .map((name) => saidOf(document, name, row))
    .filter(Boolean)
    .join(" · ");

const idList = z.string().transform((v) =>
  v
    .split(",")
    .filter((x) => /^\d{1,19}$/.test(x))
    .slice(0, 200),
);

/** Rows that the dialog of `?do=…&on=…` or `&ids=…` is about. */
export const askedIds = (url: URL): string[] => [
  ...new Set([...url.searchParams.getAll("on"), ...url.searchParams.getAll("ids")].flatMap((v) => idList.parse(v))),
];

/** Of several chosen rows one may be gone meanwhile: the others are acted on. */
async function rowOrGone(staff: Staff, document: DocumentType, id: string): Promise<RowRow | null> {
  try {
    return await loadRow(staff, document, id);
  } catch (error) {
    if (error instanceof ErpError && error.status === 404) return null;
    throw error;
  }
}

const warnings = z.record(z.string(), z.string()).catch({});

/** What is to be considered before this is done to the row. */
function warnedOf(row: RowRow, name: string): Pick<ActState, "warned"> {
  const warned = warnings.parse(row.warned)[name];
  return warned ? { warned } : {};
}

/** Rates between a currency and itself, for all of these rows, and what only says why one is another. */
export function idleOf(input: [string, Field][], rows: RowRow[]): string[] {
  const asked = new Set(input.map(([name]) => name));
  const rates = input.flatMap(([name, f]) => {
    if (!("rate" in f) || !f.rate) return [];
    const { of, into, when, why } = f.rate;
    const fixed = !when && ![of, into].some((by) => by && asked.has(by));
    return [{ name, why, idle: fixed && rows.every((row) => row[of] && row[of] === (into ? row[into] : "CNY")) }];
  });
  const idle = rates.filter((rate) => rate.idle);
  const meant = rates.filter((rate) => !rate.idle).map(({ why }) => why);
  const whys = new Set(idle.map(({ why }) => why));
  return [...idle.map(({ name }) => name), ...[...whys].filter((why) => !meant.includes(why))];
}

/** The dialog of one action, filled with what the row has now. */
export async function loadAct(
  staff: Staff,
  document: DocumentType,
  name: string,
  ids: string[],
): Promise<ActState | null> {
  const action = document.actions?.[name];
  if (!action && name !== "del") return null;
  const { permissions } = await staff.user();
  requirePermit(permissions, document, name);
  if (!ids.length) return null;
  const found = await Promise.all(ids.map((id) => rowOrGone(staff, document, id)));
  const rows = found.filter((row) => row !== null);
  if (!rows.length) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const label = (row: RowRow) => String(row[document.display] ?? row.id);
  const input = Object.entries(action?.input ?? {});
  const first = rows.length === 1 ? rows[0] : undefined;
  // A typed reference is shown as what its row is called.
  const has = (n: string, f: Field) => (isTyped(f) ? (first?.[labelName(n)] ?? first?.[n]) : first?.[n]);
  const begins = (n: string, f: Field) => {
    const own = f.asked ? f.startsAs : n;
    return (own && has(own, f)) ?? (f.presently ? wallClock() : f.default) ?? "";
  };
  const values = Object.fromEntries(input.map(([n, f]) => [n, begins(n, f)]));
  const may = first && can(permissions, document, name, first);
  const asked = first && may?.ok ? await loadRows(staff, document, name, first) : null;
  return {
    kind: "act",
    name,
    ...(may && !may.ok && { refused: may.reason }),
    ...(first && warnedOf(first, name)),
    ...(first &&
      action?.fills &&
      action.from?.includes(String(first[document.status?.field ?? ""])) &&
      can(permissions, document, "edit", first).ok && {
        fill: rowHref(document, "edit", first.id, document.screens.list),
      }),
    rows: rows.map((row) => ({
      id: row.id,
      version: row.version,
      label: label(row),
      ...(action?.each?.says && { says: saysOf(document, action.each.says, row) }),
    })),
    idle: idleOf(input, rows),
    ...(action?.repeats && { about: aboutOf(document, action.repeats, rows) }),
    values: { ...values, ...asked?.values },
    options: { ...(await loadOptions(staff.erp, input, values)), ...asked?.options },
    ...(asked && { refs: asked.refs }),
    key: crypto.randomUUID(),
  };
}
