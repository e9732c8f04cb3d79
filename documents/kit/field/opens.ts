/** The form of another document; `path`: one of its further addresses instead of the usual one. */
export interface Opens {
  document: string;
  param: string;
  path?: string;
}

/** The rows of another list that a figure is made of. */
export interface Leads {
  document: string;
  /** Filter → field of the row that it takes. */
  by: Readonly<Record<string, string>>;
  /** Filter → value. */
  where?: Readonly<Record<string, string>>;
  /** What is left over of them: also nothing may come of rows. */
  balance?: true;
}
