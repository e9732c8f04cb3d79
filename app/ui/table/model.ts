import { type ColumnDef, constructTable, type TableFeatures, tableFeatures } from "@tanstack/react-table";
import type { Column } from "./column";

type Bindings = NonNullable<TableFeatures["coreReactivityFeature"]>;
const subscribe = () => ({ unsubscribe() {} });

/** TanStack's atoms without subscriptions: a column model on the server never changes. */
const staticReactivity: Bindings = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription() {},
  batch: (fn) => fn(),
  schedule: (fn) => fn(),
  untrack: (fn) => fn(),
  createReadonlyAtom: (fn) => ({ get: fn, subscribe }) as never,
  createWritableAtom(initial) {
    let value = initial;
    const set = (next: unknown) => {
      value = typeof next === "function" ? next(value) : next;
    };
    return { get: () => value, set, subscribe } as never;
  },
};

const features = tableFeatures({ coreReactivityFeature: staticReactivity });

/** A leaf column with everything that a request must not work out again. */
export interface Leaf<Row> {
  key: string;
  column: Column<Row>;
  /** Value of a row. */
  read: (row: Row) => unknown;
  /** Labels of the headers above it, outermost first. */
  groups: readonly string[];
}

/** The columns of one table, worked out once. */
export interface TableModel<Row> {
  leaves: readonly Leaf<Row>[];
  /** Rows of headers. */
  depth: number;
}

/**
 * Builds a table's column model. Call it at module scope, never per request: the row and cell
 * models that TanStack would build for each page were half of the page's server time.
 */
export function defineTable<Row>(columns: readonly Column<Row>[]): TableModel<Row> {
  type Data = Row & object;
  type Features = typeof features;
  const own = new Map<string, Pick<Leaf<Row>, "column" | "read">>();
  const def = (c: Column<Row>): ColumnDef<Features, Data> => {
    if (c.children?.length) return { id: c.key, header: c.label, columns: c.children.map(def) };
    const read = c.value ?? ((row: Row) => (row as Record<string, unknown>)[c.key]);
    own.set(c.key, { column: c, read });
    return { id: c.key, header: c.label, accessorFn: (row: Data) => read(row) };
  };
  const table = constructTable<Features, Data>({ features, columns: columns.map(def), data: [] });
  const leaves = table.getAllLeafColumns().flatMap((leaf): Leaf<Row>[] => {
    const groups: string[] = [];
    for (let up = leaf.parent; up; up = up.parent) groups.unshift(String(up.columnDef.header));
    const known = own.get(leaf.id);
    return known ? [{ key: leaf.id, ...known, groups }] : [];
  });
  return { leaves, depth: Math.max(1, ...leaves.map((l) => l.groups.length + 1)) };
}
