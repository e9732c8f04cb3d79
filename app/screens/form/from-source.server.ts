import { type DocumentType, formLines, type Mode } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { loadSource } from "./load.server";
import { showLabels } from "./refs.server";
import type { Values } from "./values";

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);

/**
 * A source that was typed and not yet read: what it brings fills what is blank, to be checked before
 * it is saved. Nothing where rows are there already, or where no such source is found.
 */
export async function fromSource(
  staff: Staff,
  document: DocumentType,
  mode: Mode,
  typed: Values,
  resolved: Values,
  url: URL,
): Promise<Values | null> {
  const [by = ""] = Object.keys(document.prefill ?? {});
  const id = String(resolved[by] ?? "");
  const missing = formLines(document).some(([n, l]) => l.sourced === "whole" && isBlank(typed[n]));
  if (mode !== "add" || !missing || !/^\d{1,19}$/.test(id)) return null;
  const from = new URL(url);
  from.searchParams.set(by, id);
  const source = await loadSource(staff, document, from).catch(() => null);
  if (!source) return null;
  const given = Object.entries(typed).filter(([, value]) => !isBlank(value));
  return showLabels(document, mode, { ...source, ...Object.fromEntries(given) });
}
