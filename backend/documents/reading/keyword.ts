import { documentNamed } from "#documents";
import { type DocumentType, keywordField, readable } from "#documents/kit";
import type { Caller } from "../../http/caller";
import { headColumn, snake } from "../names";

/** What the keyword finds of a referenced row `r`: its own keyword fields that the caller may read. */
function wordsOf(to: string, caller: Caller): string {
  const target = documentNamed(to);
  const names = (target.keyword ?? [target.display]).filter((name) => {
    const field = target.fields[name];
    return field && field.kind !== "ref" && readable(field, caller);
  });
  return `concat_ws(' ', ${names.map((n) => `r.${snake(n)}`).join(", ")})`;
}

/** SQL text of each keyword of a document `t` that is a reference, of its own or of its lines. */
export function keywordWords(document: DocumentType, caller: Caller): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of document.keyword ?? []) {
    const field = keywordField(document, name);
    if (field?.kind !== "ref") continue;
    const words = wordsOf(field.to, caller);
    const { table } = documentNamed(field.to);
    const [first = "", second] = name.split(".");
    found[name] = second
      ? `(select string_agg(${words}, ' ') from ${document.lines?.[first]?.table} l
           join ${table} r on r.id = l.${snake(second)}
         where l.${headColumn(document)} = t.id and l.del_flag = 0)`
      : `(select ${words} from ${table} r where r.id = t.${snake(first)})`;
  }
  return found;
}
