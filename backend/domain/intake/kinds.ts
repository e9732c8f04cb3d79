import type { ReportKind } from "#documents/base/report-file";
import { PREVIEW_COLUMNS, takePreview } from "./preview";
import { REIMBURSEMENT_COLUMNS, takeReimbursements } from "./reimbursements";
import { RETURN_COLUMNS, takeReturns } from "./returns";
import { SETTLEMENT_COLUMNS } from "./settlement/stage";
import { takeSettlement } from "./settlement/take";
import { STORAGE_COLUMNS, takeStorage } from "./storage/take";
import type { TakenKind } from "./taken";

/** Kinds of reports that are understood; their names are those of `reportKinds`. */
export const REPORT_KINDS: Readonly<Record<ReportKind, TakenKind>> = {
  settlement: { columns: SETTLEMENT_COLUMNS, take: takeSettlement },
  feePreview: { columns: PREVIEW_COLUMNS, take: takePreview },
  storage: { columns: STORAGE_COLUMNS, take: takeStorage },
  returns: { columns: RETURN_COLUMNS, take: takeReturns },
  reimbursements: { columns: REIMBURSEMENT_COLUMNS, take: takeReimbursements },
};
