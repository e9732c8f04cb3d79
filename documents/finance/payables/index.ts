import { apAgeing } from "./ap-ageing";
import { apOpen } from "./ap-open";
import { apOrder } from "./ap-order";
import { apSupplier } from "./ap-supplier";
import { supplierRefund } from "./supplier-refund";
import { supplierStatement } from "./supplier-statement";

/** Lists over the payables ledger, and what is done with it. */
export const payableDocuments = [
  apOrder,
  apSupplier,
  apAgeing,
  apOpen,
  supplierRefund,
  supplierStatement,
] as const;
