import type { ComponentType, ReactNode } from "react";
import type { DocumentName, DocumentOf } from "#documents";
import type { DocumentType, PageRow } from "#documents/kit";
import type { ActState } from "./act/state";
import type { OptionOptions } from "./frame/options.server";
import type { RowRow } from "./row/row";

/** A row of the document of this name, as its page is sent it; of any document, names and values. */
export type PartRow<N extends string> = string extends N
  ? RowRow
  : N extends DocumentName
    ? PageRow<DocumentOf<N>>
    : never;

/** What a part below the facts of a detail page is given. */
export interface DetailProps<N extends string = string> {
  document: DocumentType;
  row: PartRow<N>;
  /** Choices of dictionaries, also of what the actions of its parts ask for. */
  options?: OptionOptions;
  /** Idempotency key for a form of this part. */
  keyOfForm: string;
  url: string;
  /** Codes that the person has, as far as they concern this document; none: the part is only read. */
  permissions?: ReadonlySet<string>;
  /** An action of this part that was refused, with what was typed. */
  act?: ActState;
}

/** What a printed sheet, or a further page about one row, is given. */
export interface PrintProps<N extends string = string> {
  document: DocumentType;
  row: PartRow<N>;
  /** All rows that are printed, of a sheet that they share. */
  rows?: readonly PartRow<N>[];
  options: OptionOptions;
}

/** One tab of a detail page. */
export interface Tabbed {
  key: string;
  label: string;
  /** Number of rows, beside the label. */
  count?: number;
  content: ReactNode;
}

/** What a document shows beyond the generic screens; `app/features/parts.tsx` has one for each. */
export interface Parts<N extends string = string> {
  /** Below the facts of the detail page. */
  detail?: ComponentType<DetailProps<N>>;
  /** Figures above the list, of what `GET {api}/overview` answers. */
  overview?: ComponentType<{ found: Readonly<Record<string, unknown>>; url: string }>;
  /** Tabs of the detail page, behind those of the lines. */
  tabs?(props: DetailProps<N>): Tabbed[];
  /** The part shows the lines: the generic tables stay away. */
  ownLines?: boolean;
  /** Fields that the part says: they are not among the facts. */
  shows?: readonly string[];
  /** The part is what the page is opened for: it stands before the facts. */
  first?: boolean;
  /** One printed sheet in place of facts and lines. */
  print?: ComponentType<PrintProps<N>>;
  /** Further printed sheets, by their names in the declaration. */
  prints?: Record<string, ComponentType<PrintProps<N>>>;
  /** Further pages about one row, by their names in the declaration. */
  pages?: Record<string, ComponentType<PrintProps<N>>>;
  /** Size of the sheet; A4 unless given, `lying`: the same, on its long side. */
  sheet?: "a5" | "label" | "lying";
}
