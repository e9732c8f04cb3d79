import type { Ids, Sql } from "#backend/platform/db";
import { inSeconds, isLockTable, keep, keptOr, Made, NOW, patchRow, plus, sameAs } from "#backend/platform/db";
import type { DocumentType, FieldName, HeadOf, LineRow, Plain } from "#documents/kit";
import { snake } from "./names";
import { sqlOf } from "./reading/select";
import type { DocumentRuleRow } from "./rules";

export { inSeconds, keptOr, NOW, plus, sameAs };

/** A table whose columns are declared: that of a declaration, or of its lines. */
type Declared = Pick<DocumentType, "table" | "fields">;
type Place = { sql: Sql };

type RowIn<D> = DocumentType extends D
  ? DocumentRuleRow
  : D extends { name: string }
    ? HeadOf<D>
    : D extends { fields: infer Fs }
      ? LineRow<Fs>
      : never;
type NameIn<D> = keyof RowIn<D> & string;

/** Sealed values are read and written by those who hold the key. */
type Sealed = { kind: "address" | "secret" | "password" };
type Written<F> = F extends { virtual: true } | Sealed
  ? never
  : F extends { kind: "int" | "decimal" | "money" | "percent" }
    ? number | string
    : F extends { kind: "datetime" }
      ? string | Date
      : Plain<F> extends string[]
        ? readonly Plain<F>[number][]
        : Plain<F>;
type FieldsIn<D> = D extends { fields: infer Fs } ? Fs : never;
// A field that is called by any name at all would leave no column to write.
type StateField<D> = D extends { status: { field: infer F } } ? (string extends F ? "status" : F) : "status";
type ColumnIn<D> = Exclude<
  (D extends { name: string } ? FieldName<D> : keyof FieldsIn<D> | "version") & string,
  "id" | "status" | StateField<D>
>;

/** Values by field; a state is written by the engine alone. */
type Patch<D> = DocumentType extends D
  ? Readonly<Record<string, unknown>> & { status?: never }
  : {
      readonly [N in ColumnIn<D>]?:
        | (N extends keyof FieldsIn<D> ? Written<FieldsIn<D>[N]> : string | number | readonly string[])
        | typeof NOW
        | Made
        | null;
    };

const selected = ({ table }: Declared, names: readonly string[]) =>
  `select ${names.map((name) => `${sqlOf({}, name)} as "${name}"`).join(", ")} from ${table} t`;

/**
 * Reads some fields of one row as they are stored, whoever may see it, deleted ones too.
 * @param options `lock`: keeps it as it is until the transaction ends
 */
export function pick<D extends Declared, const N extends NameIn<D>>(
  { sql }: Place,
  declaration: D,
  id: string | null | undefined,
  names: readonly N[],
  { lock = false } = {},
): Promise<Pick<RowIn<D>, N> | undefined> {
  const { table } = declaration;
  const kept = !lock ? "" : isLockTable(table) ? keep(sql, table, "change", "t") : "for no key update of t";
  return sql.one(`${selected(declaration, names)} where t.id = $1 ${kept}`, [id]);
}

/** The same under other names: `{ as: field }`. */
export const pickAs = <D extends Declared, const M extends Readonly<Record<string, NameIn<D>>>>(
  { sql }: Place,
  { table }: D,
  id: string | null | undefined,
  names: M,
): Promise<{ -readonly [A in keyof M]: RowIn<D>[M[A]] } | undefined> => {
  const columns = Object.entries(names).map(([as, name]) => `${sqlOf({}, name)} as "${as}"`);
  return sql.one(`select ${columns.join(", ")} from ${table} t where t.id = $1`, [id]);
};

/** The same of several rows, in no order; each says its id. */
export const pickMany = <D extends Declared, const N extends NameIn<D>>(
  { sql }: Place,
  declaration: D,
  ids: readonly (string | null | undefined)[],
  names: readonly N[],
): Promise<({ id: string } & Pick<RowIn<D>, N>)[]> =>
  sql.query(`${selected(declaration, ["id", ...names])} where t.id = any($1)`, [ids]);

/**
 * Writes fields of one row: `undefined` leaves one alone, `null` empties it. Neither version nor history
 * follow: those are of the engine's own writing.
 */
export const patch = <D extends Declared>(
  { sql }: Place,
  { table, fields }: D,
  id: Ids,
  values: Patch<D>,
): Promise<void> => {
  const columns = Object.entries(values).map(([name, value]) => {
    const text =
      fields[name]?.kind === "json" &&
      value !== null &&
      value !== undefined &&
      value !== NOW &&
      !(value instanceof Made);
    return [snake(name), text ? JSON.stringify(value) : value];
  });
  return patchRow(sql, table, id, Object.fromEntries(columns));
};

/** The same of several rows. */
export const patchMany = <D extends Declared>(
  c: Place,
  declaration: D,
  ids: readonly (string | null | undefined)[],
  values: Patch<D>,
): Promise<void> => patch(c, declaration, ids, values);
