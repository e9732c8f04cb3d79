/** Names of the fields that say which document made a row. */
export interface Maker {
  document: string;
  id: string;
  text: string;
}
