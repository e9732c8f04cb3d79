/** A figure that matters: a tile at the head of a document's page. */
export interface Figure {
  /**
   * Field whose value it is. One that holds a list of `{ currency, amount }` is an amount for each
   * currency.
   */
  field: string;
  /** The field's own label unless said. */
  label?: string;
  /** Field with the whole of which it is a part: the tile says both, with a bar. */
  of?: string;
  /** Field that has a value when this is late: the tile is red and says so. */
  late?: string;
}

/** Fields that say how much of what a document is about, and when: in lists of what is related. */
export interface Brief {
  amount?: string;
  qty?: string;
  date?: string;
}
