/**
 * What the pig lineage calls the parts of a document. Our backend answers with both names and takes
 * either, so that clients of that lineage work with it; the console reads both, so that it works with
 * backends of that lineage.
 */
export interface LineageNames {
  /** Field → its other name. */
  fields?: Readonly<Record<string, string>>;
  /** References that travel as a list of rows when they are read: name of the list and of its parts. */
  lists?: Readonly<Record<string, { name: string; id: string; label: string }>>;
  /** Other name of the row's own id; the document's name with `Id` unless given. */
  id?: string;
  /** Actions that are nothing but a save with these values, and with what they ask for. */
  saves?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Actions that have a call of their own there, which takes the row's id and what they ask for. */
  calls?: Readonly<Record<string, string>>;
  /** All rows for pickers in one call, where there is one. */
  list?: string;
  /** Where what a row does not bear itself is read: `{id}` is the row's. */
  more?: Readonly<Record<string, string>>;
  /** Line table whose rows have calls of their own below this path, and a field that names the header. */
  items?: { lines: string; path: string; head: string; fields: Readonly<Record<string, string>> };
  /** There is no call that reads one row. */
  unread?: boolean;
  /** Field → another one that serves where rows do not bear it. */
  instead?: Readonly<Record<string, string>>;
  /** Prefix of the permission codes there. */
  permission?: string;
}
