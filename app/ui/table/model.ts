import { type ColumnDef, constructTable, tableFeatures } from "@tanstack/react-table";
import type { Column } from "./column";
import { staticReactivity } from "./static-reactivity";

const features = tableFeatures({ coreReactivityFeature: staticReactivity });

/** A leaf column with everything that a request must not work out again. */
export interface Leaf<Row> {
  key: string;
  column: Column<Row>;
  /** Value of a row, by TanStack's accessor. */
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
  const own = new Map<string, Column<Row>>();
  const def = (c: Column<Row>): ColumnDef<Features, Data> => {
    if (c.children?.length) return { id: c.key, header: c.label, columns: c.children.map(def) };
    own.set(c.key, c);
    const read = c.value ?? ((row: Row) => (row as Record<string, unknown>)[c.key]);
    return { id: c.key, header: c.label, accessorFn: (row: Data) => read(row) };
  };
  const table = constructTable<Features, Data>({ features, columns: columns.map(def), data: [] });
  const leaves = table.getAllLeafColumns().map((leaf) => {
    const groups: string[] = [];
    for (let up = leaf.parent; up; up = up.parent) groups.unshift(String(up.columnDef.header));
    const read = leaf.accessorFn as (row: unknown, index: number) => unknown;
    return {
      key: leaf.id,
      column: own.get(leaf.id) as Column<Row>,
      read: (row: Row) => read(row, 0),
      groups,
    };
  });
  return { leaves, depth: Math.max(1, ...leaves.map((l) => l.groups.length + 1)) };
}
