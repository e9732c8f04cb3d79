import { Fragment } from "react";
import {
  closingFields,
  commonFields,
  type DocumentType,
  type Field,
  formFields,
  formLines,
  isMeant,
} from "#documents/kit";
import { Descriptions } from "~/ui";
import type { OptionOptions } from "../frame/options.server";
import { isQuiet, labelOf } from "./said";
import { Value } from "./value";

type RowNamed = [string, Field];

interface RowGroup {
  title?: string;
  fields: RowNamed[];
}

const PEOPLE = new Set(["user", "dept"]);
const FIGURES = new Set(["money", "decimal", "percent", "int"]);
const TIMES = new Set(["date", "datetime"]);

/** What a field is about, where its document does not say. */
function about([, f]: RowNamed): string {
  if (f.kind === "ref" && PEOPLE.has(f.to)) return "人员";
  if (TIMES.has(f.kind)) return "时间";
  return FIGURES.has(f.kind) ? "数量与金额" : "基本信息";
}

const ORDER = ["基本信息", "数量与金额", "人员", "时间"];
/** Fewer facts than this are read at a glance as they are. */
const FEW = 9;

/** Fields in groups: by the headings of the document, else by what they are about. */
function groupsOf(document: DocumentType, fields: RowNamed[]): RowGroup[] {
  const sections: RowGroup[] = [];
  for (const entry of fields) {
    const last = sections.at(-1);
    if (!last || entry[1].section) sections.push({ title: entry[1].section, fields: [entry] });
    else last.fields.push(entry);
  }
  if (sections.some((s) => s.title) || fields.length < FEW || !formLines(document).length) return sections;
  return ORDER.map((title) => ({ title, fields: fields.filter((entry) => about(entry) === title) })).filter(
    (g) => g.fields.length,
  );
}

type RowFactRow = Record<string, unknown>;

interface FactsProps {
  document: DocumentType;
  row: RowFactRow;
  options: OptionOptions;
  /** body: without what the page's header says; closing: what stands behind the lines. Default: all. */
  part?: "body" | "closing";
  /** Fields that stand elsewhere on the page. */
  elsewhere?: ReadonlySet<string>;
  /** Documents that the person may see. */
  opens?: ReadonlySet<string>;
}

/** Fields of one row in reading order, in groups, then who made and changed it. */
export function Facts(props: FactsProps) {
  const { document, row, options, part: wanted, elsewhere, opens } = props;
  const said = new Set([document.display, document.status?.field]);
  const belongs = ([name]: [string, Field]) =>
    !elsewhere?.has(name) && (!wanted || (wanted === "closing") === closingFields.has(name));
  const unsaid = ([name]: [string, Field]) => wanted !== "body" || !said.has(name);
  const trace = Object.entries(commonFields).filter(([name]) => name in row && !(name in document.fields));
  const meant = ([, f]: [string, Field]) => isMeant(f, row);
  const all: [string, Field][] = [
    ...formFields(document, "view")
      .filter(([name, f]) => f.kind !== "password" && f.kind !== "json" && (!f.mask || name in row))
      .filter(meant),
    ...trace,
  ];
  const fields = all.filter(belongs).filter(unsaid);
  return (
    <>
      {(wanted === "closing" ? [{ title: "记录", fields }] : groupsOf(document, fields)).map((group, i) => (
        <Fragment key={i}>
          {group.title && <h2>{group.title}</h2>}
          <Descriptions
            columns={document.formColumns ?? 1}
            items={group.fields.map(([name, field]) => ({
              label: labelOf(field),
              wide: field.wide,
              quiet: isQuiet(field, row[name]),
              value: <Value name={name} field={field} row={row} opens={opens} options={options[name]} />,
            }))}
          />
        </Fragment>
      ))}
    </>
  );
}
