/** Equal cartons as they are typed. */
export interface BoxRow {
  count: string;
  length: string;
  width: string;
  height: string;
  weight: string;
  battery: string;
}

/** Names of their fields, repeated row by row. */
export const BOX_FIELDS = [
  ["n", "count", "箱数"],
  ["l", "length", "长 cm"],
  ["w", "width", "宽 cm"],
  ["h", "height", "高 cm"],
  ["kg", "weight", "每箱 kg"],
] as const;

/** Most rows of cartons. */
const ROWS = 50;

/** Rows of an address; those without any figure are left out, one carton unless it says more. */
export function readBoxes(params: URLSearchParams): BoxRow[] {
  const columns = [...BOX_FIELDS.map(([name]) => name), "b"].map((name) => params.getAll(name));
  const rows = Math.min(ROWS, Math.max(0, ...columns.map((c) => c.length)));
  return Array.from({ length: rows }, (_, i) => {
    const [count = "", length = "", width = "", height = "", weight = "", battery = "0"] = columns.map((c) =>
      c[i]?.trim().slice(0, 12),
    );
    return { count, length, width, height, weight, battery };
  })
    .filter((r) => r.count || r.length || r.width || r.height || r.weight)
    .map((r) => ({ ...r, count: r.count || "1" }));
}

/** The same as the backend reads it: `3,50,40,40,12,0;…`. */
export const boxesText = (rows: readonly BoxRow[]): string =>
  rows.map((r) => [r.count, r.length, r.width, r.height, r.weight, r.battery === "1" ? "1" : "0"].join(",")).join(";");

/** Rows of that text. */
export const rowsOf = (text: string): BoxRow[] =>
  text
    .split(";")
    .filter(Boolean)
    .map((part) => {
      const [count = "", length = "", width = "", height = "", weight = "", battery = "0"] = part.split(",");
      return { count, length, width, height, weight, battery };
    });
