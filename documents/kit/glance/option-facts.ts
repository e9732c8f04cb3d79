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
