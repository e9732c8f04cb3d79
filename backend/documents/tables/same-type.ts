/** What the catalogue calls the types of columns. */
const full: Record<string, string> = {
  int: "integer",
  timestamptz: "timestamp with time zone",
  "bigint[]": "bigint[]",
};
/** Is the type found in the catalogue the one that a declaration wants? */
export const same = (found: string, wanted: string) =>
  found === (full[wanted] ?? wanted) || found === wanted;
