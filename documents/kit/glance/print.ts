/** A printed sheet of a row. */
export interface Print {
  path: string;
  /** Word of its button; 打印 unless given. */
  label?: string;
  /** Title of its page; 打印{label} of the document unless given. */
  title?: string;
  /** A4 unless given; `lying`: the same, on its long side. */
  sheet?: "a5" | "label" | "lying";
  /** What its paper is called, where the same is printed on several. */
  paper?: string;
  /** The same as the sheet of this name on another paper: it has no button, the page of that one leads here. */
  paperOf?: string;
  /** States in which it may be printed; none: always. `says`: the sentence of the others. */
  from?: readonly string[];
  says?: string;
  /** Several documents print at this address: `?type=` with this word is about this one. */
  type?: string;
  /** Most rows at once. */
  most?: number;
  /** The part draws one sheet of all rows, instead of one for each. */
  together?: boolean;
  /** Every print is counted: the sheet says which one it is, the history who made it. */
  log?: boolean;
  /** Field of an address that the sheet shows whole; such prints are counted. */
  opens?: string;
}
