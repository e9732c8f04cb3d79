/** Names are those of declarations: the same few thousand again and again. */
const MOST_KNOWN = 10_000;
const known = new Map<string, string>();

/** Column of a wire name: deptId → dept_id. */
export function snake(name: string): string {
  let column = known.get(name);
  if (column !== undefined) return column;
  column = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
  if (known.size < MOST_KNOWN) known.set(name, column);
  return column;
}
