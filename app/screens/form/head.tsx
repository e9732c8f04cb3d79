import { Fragment } from "react";
import { type DocumentType, type Field, formLines, type Mode } from "#documents/kit";
import { Fold } from "~/ui/form/fold";
import type { OptionOptions } from "../frame/options.server";
import { AddressFields } from "./address";
import { FormField } from "./control";
import { untouched, type ValueValues } from "./values";

type Named = [string, Field];

/** What a form knows of its fields. */
interface HeadData {
  mode: Mode;
  values: ValueValues;
  options: OptionOptions;
  errors?: Record<string, string>;
}

/** Fields in reading order with their section headings. */
export function Fields(props: { fields: Named[]; data: HeadData }) {
  const { values, options, errors = {}, mode } = props.data;
  return (
    <>
      {props.fields.map(([name, field]) =>
        field.hidden ? (
          <input key={name} type="hidden" name={name} value={String(values[name] ?? "")} />
        ) : (
          <Fragment key={name}>
            {field.section && <h2 className="span-all">{field.section}</h2>}
            {field.kind === "address" ? (
              <AddressFields name={name} field={field} errors={errors} mode={mode} value={values[name]} />
            ) : (
              <FormField
                name={name}
                field={field}
                value={values[name]}
                options={options[name]}
                error={errors[name]}
                disabled={field.readonlyIn?.includes(mode)}
                wide={field.wide}
              />
            )}
          </Fragment>
        ),
      )}
    </>
  );
}

/** Cells of a head that stand above its rows. */
const ABOVE = 9;
/** So few more take no more room than the line that would hold them. */
const FEW = 3;
const ROW = 3;

/** Controls of several lines stand as high as a row of cells is wide. */
const TALL = new Set<Field["kind"]>(["enums", "files", "images", "image", "longtext", "texts", "richtext", "address"]);
const cellsOf = ({ wide, kind }: Field) => (wide || TALL.has(kind) ? ROW : 1);

/** A form in which rows are what people fill in. */
export const isSheet = (document: DocumentType): boolean =>
  !!document.number && formLines(document).some(([, lines]) => lines.required || lines.sourced);

/** Counts cells; of those that show for different values of one control, as many as show at once. */
function counter() {
  const shown = new Map<string, number>();
  let plain = 0;
  const most = (control: string) =>
    Math.max(0, ...[...shown].flatMap(([key, n]) => (key.startsWith(`${control}=`) ? [n] : [])));
  return {
    add(field: Field) {
      const { when } = field;
      const cells = cellsOf(field);
      if (!when) plain += cells;
      for (const value of when?.slice(1) ?? []) {
        const key = `${when?.[0]}=${value}`;
        shown.set(key, (shown.get(key) ?? 0) + cells);
      }
    },
    room(field: Field) {
      const controls = new Set([...shown.keys()].map((key) => key.split("=")[0] ?? ""));
      const used = [...controls].reduce((sum, control) => sum + most(control), plain);
      return used + cellsOf(field) <= ABOVE;
    },
  };
}

/** The fields of a head that stand above its rows, and those behind one line: with the headings of their groups. */
export function headOf(fields: readonly Named[]): { first: Named[]; more: Named[] } {
  const cells = counter();
  const needed = ([, field]: Named) => !!field.hidden || !!field.required;
  for (const [, field] of fields.filter(needed)) if (!field.hidden) cells.add(field);
  const above = new Set<string>();
  for (const named of fields) {
    const [name, field] = named;
    if (needed(named)) above.add(name);
    else if (cells.room(field)) {
      cells.add(field);
      above.add(name);
    }
  }
  const first: Named[] = [];
  const more: Named[] = [];
  let heading: string | undefined;
  for (const [name, { section, ...field }] of fields) {
    heading = section ?? heading;
    if (above.has(name)) first.push([name, field]);
    else {
      more.push([name, { ...field, section: heading }]);
      heading = undefined;
    }
  }
  return more.length <= FEW && !more.some(([, f]) => f.wide)
    ? { first: [...first, ...more], more: [] }
    : { first, more };
}

/** The head of a form with rows: what must be filled in, and the rest behind one line that says what it holds. */
export function Head({ fields, data }: { fields: Named[]; data: HeadData }) {
  const { first, more } = headOf(fields);
  const wrong = Object.keys(data.errors ?? {});
  const filled = more.filter(([name, field]) => !untouched(field, data.values[name])).length;
  return (
    <>
      <Fields fields={first} data={data} />
      {more.length > 0 && (
        <Fold
          title="更多填写项"
          says={more.map(([, field]) => field.label).join("、")}
          filled={filled}
          open={more.some(([name]) => wrong.some((path) => path === name || path.startsWith(`${name}.`)))}
        >
          <Fields fields={more} data={data} />
        </Fold>
      )}
    </>
  );
}
