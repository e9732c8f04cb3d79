import { z } from "zod";
import { cleanMulti } from "~/text";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "~/ui";
import { summarize } from "~/ui/table/summary";
import { DEPTS, type ExampleRow } from "./rows";

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const schema = z.object({
  no: z.string().transform(cleanMulti).catch(""),
  name: z.string().trim().max(500).catch(""),
  dept: z.string().max(20).catch(""),
  state: z.array(z.string()).max(99).catch([]),
  startDate: day.catch(""),
  endDate: day.catch(""),
  ascs: z.string().catch(""),
  descs: z.string().catch(""),
  current: z.coerce.number().int().min(1).catch(1),
  size: z.coerce
    .number()
    .refine((n) => PAGE_SIZES.some((size) => size === n))
    .catch(DEFAULT_PAGE_SIZE),
});
export type ExampleQuery = z.output<typeof schema>;

/** Names of the parameters that filter; a reset clears them. */
export const FILTERS = ["no", "name", "dept", "state", "startDate", "endDate"] as const;

/** The state of the list out of its URL; what it does not understand counts as not said. */
export function readQuery(params: URLSearchParams): ExampleQuery {
  return schema.parse({ ...Object.fromEntries(params), state: params.getAll("state") });
}

const under = (dept: string): string[] => {
  const node = DEPTS.find((d) => d.value === dept);
  return node ? [dept, ...node.children.map((c) => c.value)] : [dept];
};

const NUMERIC = new Set(["quantity", "price", "ratio"]);

/** Filters, sorts and cuts the rows as a backend would; totals are over everything filtered. */
export function queryExamples(all: readonly ExampleRow[], q: ExampleQuery) {
  const numbers = q.no ? q.no.split(",") : [];
  const depts = q.dept ? under(q.dept) : [];
  const found = all.filter(
    (row) =>
      (!numbers.length || numbers.some((n) => row.no.includes(n))) &&
      row.name.includes(q.name) &&
      (!depts.length || depts.includes(row.dept)) &&
      (!q.state.length || q.state.includes(row.state)) &&
      (!q.startDate || row.day >= q.startDate) &&
      (!q.endDate || row.day <= q.endDate),
  );
  const by = (q.ascs || q.descs) as keyof ExampleRow;
  const sign = q.descs ? -1 : 1;
  const sorted = by ? found.sort((a, b) => sign * compare(a[by], b[by], NUMERIC.has(by))) : found;
  const pages = Math.max(1, Math.ceil(found.length / q.size));
  const current = Math.min(q.current, pages);
  return {
    rows: sorted.slice((current - 1) * q.size, current * q.size),
    total: found.length,
    current,
    totals: {
      name: summarize("count", found),
      quantity: summarize(
        "sum",
        found.map((r) => r.quantity),
      ),
      ratio: summarize(
        "avg",
        found.map((r) => r.ratio),
      ),
    },
  };
}

const compare = (a: unknown, b: unknown, numeric: boolean) =>
  numeric ? Number(a) - Number(b) : String(a).localeCompare(String(b), "zh-CN");
