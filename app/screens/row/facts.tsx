import { Fragment } from "react";
import {
  closingFields,
  commonFields,
  type DocumentType,
  type Field,
  formFields,
  isMeant,
} from "#documents/kit";
import { Descriptions } from "~/ui/description/description";
import type { Options } from "../options.server";
import { groupsOf } from "./groups";
import { isQuiet, labelOf } from "./said";
import { Value } from "./value";

type Row = Record<string, unknown>;

interface FactsProps {
  document: DocumentType;
  row: Row;
  options: Options;
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
  const trace = Object.entries(commonFields).filter(
    ([name]) => name in row && !(name in document.fields),
  );
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
      {(wanted === "closing" ? [{ title: "记录", fields }] : groupsOf(document, fields)).map(
        (group, i) => (
          <Fragment key={i}>
            {group.title && <h2>{group.title}</h2>}
            <Descriptions
              columns={document.formColumns ?? 1}
              items={group.fields.map(([name, field]) => ({
                label: labelOf(field),
                wide: field.wide,
                quiet: isQuiet(field, row[name]),
                value: <Value {...{ name, field, row, opens }} options={options[name]} />,
              }))}
            />
          </Fragment>
        ),
      )}
    </>
  );
}
