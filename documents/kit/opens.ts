/** The form of another document; `path`: one of its further addresses instead of the usual one. */
export interface Opens {
  document: string;
  param: string;
  path?: string;
}
