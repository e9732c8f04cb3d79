import { NOW, patchRow, plus } from "#backend/platform/db";
import { conflict, forbidden, invalidAt } from "#backend/platform/http";
import { claimNumber, dec, nextNumbers } from "#backend/platform/values";
import {
  can,
  columnDigits,
  type DocumentType,
  type Field,
  isAllotted,
  isBusiness,
  isSealed,
  readable,
} from "#documents/kit";
import { castOf, snake, storedFields } from "../names";
import { lockTree } from "../reading/row";
import { givenLines } from "../rows";
import type { DocumentRuleRow, RuleContext, Rules, RuleValues } from "../rules";
import { checkDecimals } from "./decimals";
import { explain } from "./explain";
import { tieSaved } from "./files";
import { writeLines } from "./lines";
import { checkRates } from "./rates";
import { checkReferences } from "./references";
import { sealedValues } from "./sealed";

const NUMBER = /^-?\d+(\.\d+)?$/;
const MOST_INT = 2_147_483_647;

/** Sentence about a number that its column cannot hold. */
function tooLarge(f: Field, value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  if (!NUMBER.test(text)) return undefined;
  const number = dec(text).abs();
  if (f.kind === "int") return number.gt(MOST_INT) ? `${f.label}不能大于${MOST_INT}` : undefined;
  const room = columnDigits(f);
  if (!room || number.round(room.scale).lt(dec(10).pow(room.whole))) return undefined;
  return `${f.label}的整数部分不能超过${room.whole}位`;
}

function requireRow(fields: [string, Field][], row: RuleValues, prefix = "") {
  for (const [name, f] of fields) {
    const sentence = f.virtual ? undefined : tooLarge(f, row[name]);
    if (sentence) throw invalidAt(`${prefix}${name}`, sentence);
  }
}

/**
 * Refuses what a save has worked out when its column cannot hold it: lines before the sums over them.
 * @throws Refusal 400 naming the field and its line
 */
export function requireRange(document: DocumentType, next: RuleValues): void {
  for (const [name, lines] of Object.entries(document.lines ?? {}))
    for (const [i, line] of (givenLines(next, name) ?? []).entries())
      requireRow(Object.entries(lines.fields), line, `${name}.${i}.`);
  requireRow(storedFields(document), next);
}

const STALE = "单据已被他人修改，请刷新后重试";

export type WrittenColumn = [name: string, value: unknown, cast: string];

/** Columns of the values that are not kept encrypted; JSON as it is. */
export const ownColumns = (document: DocumentType, values: RuleValues): WrittenColumn[] =>
  storedFields(document)
    .filter(([name, f]) => values[name] !== undefined && !isSealed(f))
    .map(([name, f]) => [snake(name), values[name], castOf(f)]);

/** The driver would write an array as a PostgreSQL array where JSON is meant. */
const ownValues = (document: DocumentType, values: RuleValues): WrittenColumn[] =>
  ownColumns(document, values).map(([name, value, cast]) => [
    name,
    cast === "jsonb" && value !== null ? JSON.stringify(value) : value,
    cast,
  ]);

/** @throws Refusal 403 or 409 with the reason that the console shows on the disabled button. */
export function permit(
  permissions: ReadonlySet<string>,
  document: DocumentType,
  operation: string,
  row?: DocumentRuleRow,
) {
  const allowed = can(permissions, document, operation);
  if (!allowed.ok) throw forbidden(allowed.reason);
  const verdict = can(permissions, document, operation, row);
  if (!verdict.ok) throw conflict(verdict.reason);
}

export function checkVersion(row: DocumentRuleRow, version: number | undefined) {
  if (version !== undefined && row.version !== version) throw conflict(STALE);
}

/** New rows before their rules see them: their first states, their numbers, whose they are. */
export async function allBegun(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  values: readonly RuleValues[],
): Promise<RuleValues[]> {
  const all: RuleValues[] = [];
  for (const one of values) all.push(await unnumbered(c, document, rules, one));
  if (!document.number) return all;
  const lacking: RuleValues[] = [];
  for (const next of all)
    if (isAllotted(document) && next.no)
      next.no = await claimNumber(c.sql, document.number, c.tenantId, String(next.no));
    else lacking.push(next);
  const numbers = await nextNumbers(c.sql, document.number, c.tenantId, lacking.length);
  for (const [i, next] of lacking.entries()) next.no = numbers[i];
  return all;
}

async function unnumbered(c: RuleContext, document: DocumentType, rules: Rules, values: RuleValues) {
  const next: RuleValues = { ...values };
  if (document.status) next[document.status.field] ??= document.status.initial;
  await rules.beforeNumber?.(c, next);
  if (isBusiness(document)) next.deptId ??= c.caller.deptId;
  return Object.assign(next, document.fixed);
}

/**
 * Inserts header and lines; answers the new id and what the rule adds. `workedOut`: nobody typed its
 * amounts, they come of another document.
 */
export async function insert(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  values: RuleValues,
  { workedOut = false } = {},
): Promise<RuleValues & { id: string; version: number }> {
  const [next = {}] = await allBegun(c, document, rules, [values]);
  await lockTree(c.sql, document);
  const scene = await rules.beforeSave?.(c, next);
  await checkReferences(c, document, [{ next }]);
  if (!workedOut) {
    await checkDecimals(c, document, next);
    await checkRates(c, document, next);
  }
  requireRange(document, next);
  const columns = [
    ...ownValues(document, { ...next, createBy: c.caller.userId }),
    ...(await sealedValues(c, document, next, undefined, workedOut)),
  ];
  const names = ["tenant_id", ...columns.map(([n]) => n)];
  const marks = ["$1", ...columns.map(([, , cast], i) => `$${i + 2}::${cast}`)];
  const row = await explain(
    document,
    c.sql.one<{ id: string }>(
      `insert into ${document.table} (${names.join(", ")}) values (${marks.join(", ")}) returning id`,
      [c.tenantId, ...columns.map(([, v]) => v)],
    ),
  );
  if (!row) throw new Error(`${document.name} was not written`);
  const { id } = row;
  await explain(document, writeLines(c, document, rules, id, next, { fresh: true }));
  await tieSaved(c, document, id, next);
  const extra = await rules.afterSave?.(c, id, next, undefined, scene);
  return { ...extra, id, version: 0, ...(document.number && { no: next.no }) };
}

/** The header with those of its lines that a change writes. */
export function linesToWrite(document: DocumentType, before: DocumentRuleRow, next: RuleValues): RuleValues {
  const header: RuleValues = { ...before, ...next };
  for (const [name, { carry = [] }] of Object.entries(document.lines ?? {}))
    if (next[name] === undefined && !carry.some((n) => next[n] !== undefined)) header[name] = undefined;
  return header;
}

/** Who may not read a value has an empty field for it; that must not wipe it out. */
export function withHidden(c: RuleContext, document: DocumentType, values: RuleValues): RuleValues {
  const next = { ...values };
  for (const [name, f] of storedFields(document))
    if (next[name] === null && !readable(f, c.caller)) next[name] = undefined;
  return next;
}

/** Updates header and lines of a row that is already locked. */
export async function update(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  before: DocumentRuleRow,
  values: RuleValues,
): Promise<RuleValues & { id: string; version: number }> {
  const next = withHidden(c, document, values);
  const scene = await rules.beforeSave?.(c, next, before);
  await checkReferences(c, document, [{ next, before }]);
  await checkDecimals(c, document, next, before);
  await checkRates(c, document, { ...before, ...next }, { before });
  requireRange(document, next);
  const columns = [
    ...ownValues(document, { ...next, updateBy: c.caller.userId }),
    ...(await sealedValues(c, document, next, before)),
  ];
  const sets = columns.map(([n, , cast], i) => `${n} = $${i + 2}::${cast}`);
  await explain(
    document,
    c.sql.query(
      `update ${document.table} set ${sets.join(", ")}, update_time = now(), version = version + 1
       where id = $1`,
      [before.id, ...columns.map(([, v]) => v)],
    ),
  );
  // Lines that the caller did not name stay as they are, unless they repeat a value of the header.
  const lines = linesToWrite(document, before, next);
  await explain(document, writeLines(c, document, rules, before.id, lines));
  await tieSaved(c, document, before.id, next);
  const extra = await rules.afterSave?.(c, before.id, next, before, scene);
  return { ...extra, id: before.id, version: before.version + 1 };
}

/** Marks a locked row deleted: it is invisible everywhere, its name stays on old documents. */
export async function remove(c: RuleContext, document: DocumentType, row: DocumentRuleRow) {
  await patchRow(c.sql, document.table, row.id, {
    del_flag: 1,
    update_by: c.caller.userId,
    update_time: NOW,
    version: plus(1),
  });
}
