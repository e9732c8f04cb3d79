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
  /** Actions that are nothing but a save with these values. */
  saves?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
