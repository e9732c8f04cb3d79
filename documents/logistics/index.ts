import { cabinetCombination } from "./cabinet-combination";
import { customsDeclaration } from "./customs-declaration";
import { fbaClaim } from "./fba-claim";
import { fbaStock, salesTraffic, storeListing } from "./fba-daily";
import { fbaInbound } from "./fba-inbound";
import { fbaLedger } from "./fba-ledger";
import { fbaAgedStorageFee, fbaCustomerReturn, fbaReimbursement, fbaStorageFee } from "./fba-reports";
import { freightTemplate } from "./freight-template";
import { logisticsBill } from "./logistics-bill";
import { transfer } from "./transfer";

/** Declarations of 物流. */
export const logisticsDocuments = [
  customsDeclaration,
  transfer,
  freightTemplate,
  cabinetCombination,
  logisticsBill,
  fbaInbound,
  fbaClaim,
  fbaCustomerReturn,
  fbaReimbursement,
  fbaStorageFee,
  fbaAgedStorageFee,
  fbaStock,
  fbaLedger,
  salesTraffic,
  storeListing,
] as const;
