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

/** Rows of a list that wait for somebody: a work queue of the home page. */
export interface Queue {
  label: string;
  /**
   * Values of the list's filters: the queue is that list. `$me` stands for who asks, `$yesterday` for the
   * day before today.
   */
  where: Readonly<Record<string, string>>;
  /** Who may do what its rows wait for; a part of a code, or a whole one. Seeing the list is needed too. */
  permission?: string;
  /** Date until which it should be done: the earliest come first, past ones are late. */
  due?: string;
  /** Of rows of one day, those with the largest of this number come first. */
  most?: string;
  /** Every row of it is late. */
  late?: boolean;
  /** Action that a press on a row of it starts; else the row itself is opened. */
  opens?: string;
  /** Field that says whom or what a row is about, beside its number. */
  about?: string;
}
