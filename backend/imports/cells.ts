import { documentNamed } from "#documents";
import { type Field, type ImportColumn, plainNumber } from "#documents/kit";
import { type Choices, isMany, type Lookups, wordsIn } from "./choices";
import { dateText, timeText } from "./dates";

/** A value of the wire, or the sentence of a cell that has none. */
export type Converted = { value: unknown } | { problem: string };

const SHOWN = 8;

function choice(f: Field, text: string, { words, labels }: Choices): Converted {
  const values: string[] = [];
  for (const word of wordsIn(f, text)) {
    const hits = words.get(word.toLowerCase()) ?? [];
    if (hits.length > 1) return { problem: `有多个${f.label}叫“${word}”` };
    if (hits[0] !== undefined) values.push(hits[0]);
    else if (f.kind === "ref" || f.kind === "refs")
      return { problem: `找不到${documentNamed(f.to).label}“${word}”` };
    else {
      const shown = labels.slice(0, SHOWN).join("、") + (labels.length > SHOWN ? "…" : "");
      return { problem: `${f.label}没有“${word}”，可填：${shown}` };
    }
  }
  return { value: isMany(f) ? values : values[0] };
}

const YES = new Set(["是", "true", "1", "y", "yes", "√", "✓", "on"]);

const NO = new Set(["否", "false", "0", "n", "no", "×", "x", "off"]);

/** Value of one cell as a form would send it; the schema judges it afterwards. */
export function wireValue(column: ImportColumn, text: string, known: Lookups): Converted {
  const f = column.field;
  if (!f || text === "") return { value: undefined };
  switch (f.kind) {
    case "enum":
    case "enums":
    case "dict":
    case "ref":
    case "refs":
      return choice(f, text, known.get(column.key) ?? { words: new Map(), labels: [] });
    case "bool": {
      const word = text.toLowerCase();
      if (YES.has(word)) return { value: true };
      return NO.has(word) ? { value: false } : { problem: `${f.label}请填写是或否` };
    }
    case "int":
    case "decimal":
    case "money":
    case "percent":
      return { value: plainNumber(text.trim().replace(/^[¥￥$]\s*|\s*[%％]$/g, "")) };
    case "date": {
      const [day] = dateText(text).split(/ 00:00(:00)?$/);
      return { value: day };
    }
    case "datetime":
      return { value: timeText(text) };
    case "texts":
      return { value: text.split(/[\n;；]/).map((t) => t.trim()) };
    default:
      return { value: text };
  }
}
