import { invalidAt, missing, Refusal } from "#backend/platform/http";
import { documentNamed } from "#documents";
import type { DocumentType, Field } from "#documents/kit";
import { mayChoose } from "../reading/choose";
import { isOffered, isOpen, ownerOfLines, readable, readableLines } from "../reading/readable";
import type { DocumentRuleRow, RuleContext, RuleValues } from "../rules";
import { codeOf, newReferences, type Reference } from "./references";

/** What has fields and lines: a document, or what an action asks for. */
type MayNameForm = Pick<DocumentType, "fields" | "lines">;

/** Rows that not everybody may name, by a word for their kind; nothing: a field that names none. */
function kindOf(f: Field): string | undefined {
  if (f.kind === "line") return `line ${f.table}`;
  const typed = codeOf(f);
  if (typed) return `code ${typed}`;
  if (f.kind !== "ref" && f.kind !== "refs") return undefined;
  return isOpen(documentNamed(f.to)) ? undefined : f.to;
}

async function ask(c: RuleContext, f: Field, values: readonly string[]): Promise<Set<string>> {
  if (f.kind === "line") return readableLines(c, ownerOfLines(f.table), values);
  const typed = codeOf(f);
  // Which line a code means, in the data scope, the rule finds that reads the line.
  if (typed) return new Set(mayChoose(c.caller, documentNamed(typed)) ? values : []);
  return readable(c, documentNamed("to" in f ? f.to : ""), values, true);
}

/** Everything that a row names already. */
const namedIn = (document: MayNameForm, row: DocumentRuleRow): Set<string> =>
  new Set(newReferences(document, row).map(({ f, value }) => `${kindOf(f)} ${value}`));

/** Said of a row that is not there as well: a master is a wrong choice, a document is not there. */
function unnamed({ f, path, value }: Reference): Refusal {
  if (codeOf(f)) return invalidAt(path, `${f.label}${value}不存在`);
  const master = "to" in f && isOffered(documentNamed(f.to));
  const message = master ? `${f.label}不存在` : missing().message;
  return new Refusal(master ? 400 : 404, message, { [path]: message });
}

/** What a person saves or acts with, and the row that it is of. */
interface NamingRow {
  values: RuleValues;
  before?: { document: DocumentType; row: DocumentRuleRow } | undefined;
}

/**
 * Refuses references to what the caller may not read, before any rule looks at it. What a row names
 * already stays. Who acts for the product (jobs, documents made of documents) is not asked.
 * @throws Refusal 404 (of a master 400) naming the first field
 */
export async function requireAllNameable(c: RuleContext, form: MayNameForm, rows: readonly NamingRow[]): Promise<void> {
  const asked = rows.flatMap(({ values, before }) => {
    const known = before && namedIn(before.document, before.row);
    return newReferences(form, values).flatMap(({ f, value, path }) => {
      const kind = kindOf(f);
      return kind && !f.computed && !known?.has(`${kind} ${value}`) ? [{ f, kind, value, path }] : [];
    });
  });
  for (const kind of new Set(asked.map((r) => r.kind))) {
    const own = asked.filter((r) => r.kind === kind);
    const [first] = own;
    if (!first) continue;
    const found = await ask(c, first.f, [...new Set(own.map((r) => r.value))]);
    const lost = own.find((r) => !found.has(r.value));
    if (lost) throw unnamed(lost);
  }
}

/** The same of one row. @throws Refusal 404 (of a master 400) naming the first field */
export const requireNameable = (
  c: RuleContext,
  form: MayNameForm,
  values: RuleValues,
  before?: NamingRow["before"],
): Promise<void> => requireAllNameable(c, form, [{ values, before }]);
