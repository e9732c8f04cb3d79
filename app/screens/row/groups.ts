import { type DocumentType, type Field, formLines } from "#documents/kit";

type Named = [string, Field];

interface Group {
  title?: string;
  fields: Named[];
}

const PEOPLE = new Set(["user", "dept"]);
const FIGURES = new Set(["money", "decimal", "percent", "int"]);
const TIMES = new Set(["date", "datetime"]);

/** What a field is about, where its document does not say. */
function about([, f]: Named): string {
  if (f.kind === "ref" && PEOPLE.has(f.to)) return "人员";
  if (TIMES.has(f.kind)) return "时间";
  return FIGURES.has(f.kind) ? "数量与金额" : "基本信息";
}

const ORDER = ["基本信息", "数量与金额", "人员", "时间"];
/** Fewer facts than this are read at a glance as they are. */
const FEW = 9;

/** Fields in groups: by the headings of the document, else by what they are about. */
export function groupsOf(document: DocumentType, fields: Named[]): Group[] {
  const sections: Group[] = [];
  for (const entry of fields) {
    const last = sections.at(-1);
    if (!last || entry[1].section) sections.push({ title: entry[1].section, fields: [entry] });
    else last.fields.push(entry);
  }
  if (sections.some((s) => s.title) || fields.length < FEW || !formLines(document).length)
    return sections;
  return ORDER.map((title) => ({
    title,
    fields: fields.filter((entry) => about(entry) === title),
  })).filter((g) => g.fields.length);
}
