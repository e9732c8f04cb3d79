/** What a typed rate is held against, by fields of its row or of what is asked beside it. */
export interface TypedRate {
  /** The currency of which it says what one unit is worth. */
  of: string;
  /** The currency in which it says so; CNY unless given. */
  into?: string;
  /** The day, or time, whose rate it is held against; today unless given. */
  on?: string;
  /** Another rate of the row that it is held against instead of the table. */
  against?: string;
  /** Where people say why it is another one. */
  why: string;
  /** Typed only where this field has this value; elsewhere it is copied. */
  when?: readonly [field: string, value: string];
}
