/** Rows that come from a file: template, mapping of its columns, dry run, all or nothing. */
export interface ImportOptions {
  /** Fields that name a row: no two rows of a file may agree in all of them. */
  key?: readonly string[];
  /** A row whose key exists may be overwritten when the person wants it so. */
  update?: boolean;
  /** Line table whose rows stand beside their header, one row of the file for each line. */
  lines?: string;
  /** Heading of the column that holds a document's lines together; absent: the key does. */
  group?: string;
  /** All rows of a file are lines of one document. */
  whole?: boolean;
  /** Headings of other systems that mean a column, by its key: `{lines}.{field}`. */
  heads?: Readonly<Record<string, readonly string[]>>;
}

/** What is said of a row where it is chosen, besides what it is called: names of its fields. */
export interface OptionFacts {
  picture?: string;
  name?: string;
  /** Words behind the name, and figures at the end of the line. */
  words?: readonly string[];
  figures?: readonly string[];
  /** What a line that names the row also learns of it (`from`): rules may work it out. */
  known?: readonly string[];
}
