import type { RuleContext } from "#backend/engine/documents";
import type { OpenReport } from "#backend/engine/reports/read";
import type { ReportKind } from "#documents/base/report-file";
import type { ReportWindow } from "./cadence";
import type { AccountStores } from "./places";

/** The row of a report, and the store of the account that it is about. */
export interface TakenReport {
  id: string;
  tenantId: string;
  storeId: string;
  /** When the platform made it, ISO 8601; of what is uploaded without saying so, when that was. */
  reportTime: string;
  /** What its file is called. */
  fileName: string | null;
  /** Its lines take the place of those that there are. */
  replaces: boolean | null;
}

/** A report that is about to be taken in: where it is read from and how it is written. */
export interface ReportTaken {
  open: OpenReport;
  charset: string;
  columns: readonly string[];
  hash: string;
}

/** What became of a report, as it is said at its file. */
export interface ReportTold {
  rowCount: number;
  /** Where its columns alone do not say it. */
  kind?: ReportKind;
  /** `done` unless it says otherwise. */
  state?: "done" | "duplicate" | "changed";
  period?: string;
  problem?: string | null;
  settlementId?: string;
}

/** How a kind of report is asked for, where the platform makes it when it is asked. */
export interface AskedKind {
  /** The platform's word for it. */
  type: string;
  /** Asked once for each seller account, or for each store. */
  scope: "account" | "store";
  /** Days that are due on a day of the site; `first`: it was never asked for. */
  windows(today: string, first: boolean): ReportWindow[];
  /** Hours after which it is asked for again on the same day; nothing: once a day. */
  everyHours?: number;
  /** What the platform is told besides; it answers in JSON. */
  options?: Readonly<Record<string, string>>;
}

/** How a kind of report is told from others and taken in (figures.md A.1). */
export interface TakenKind {
  /** Columns without which a file is no report of this kind; none: it is in JSON. */
  columns: readonly string[];
  /** Columns that are read where a file has them. */
  more?: readonly string[];
  /** A file with one of these columns is another report. */
  unlike?: readonly string[];
  /** What stands against a file of these columns that is near to this kind. */
  fault?(columns: readonly string[]): string | undefined;
  /** It is about the store that it is handed in for, not about its account. */
  ofStore?: true;
  asked?: AskedKind;
  /**
   * Takes it in, in the caller's transaction.
   * @param stores of the account, the one that it was handed in for first
   * @throws Refusal 409 with what is wrong with it
   */
  take(c: RuleContext, report: TakenReport, taken: ReportTaken, stores: AccountStores): Promise<ReportTold>;
}
