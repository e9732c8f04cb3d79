/** Rows that a person may ask to be told of: those of the list under these filters that reach a threshold. */
export interface Alert {
  name: string;
  label: string;
  /** Values of the list's filters, as those of a queue. */
  where: Readonly<Record<string, string>>;
  /** What must reach the threshold: a number of the row, or the days that have passed since a date of it. */
  measure: { readonly field: string } | { readonly daysSince: string };
  /** Unit of the threshold, and what it is unless a person says otherwise. */
  unit: string;
  threshold: number;
}
