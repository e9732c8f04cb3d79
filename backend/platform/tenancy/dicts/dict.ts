/** One option of a dictionary. */
export interface DictItem {
  value: string;
  label: string;
  parent?: string;
  /** Facts about the option as `key=value;key=value`, e.g. `symbol=¥;scale=2`. */
  facts?: string;
}

export interface Dict {
  type: string;
  name: string;
  items: DictItem[];
}

/**
 * Declares a dictionary from lines `value label`, optionally `| facts`. A line indented by two
 * spaces is a child of the last line that is not.
 */
export function dict(type: string, name: string, lines: string): Dict {
  let parent: string | undefined;
  const items = lines
    .split("\n")
    .filter((line) => line.trim())
    .map((line): DictItem => {
      const [text = "", facts] = line.split("|").map((s) => s.trim());
      const at = text.indexOf(" ");
      const value = at < 0 ? text : text.slice(0, at);
      const label = at < 0 ? text : text.slice(at + 1);
      const child = line.startsWith("  ");
      if (!child) parent = value;
      return { value, label, facts, ...(child && { parent }) };
    });
  return { type, name, items };
}
