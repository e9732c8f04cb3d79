import { stockAge } from "./stock-age";
import { stockTransit } from "./stock-transit";
import { stockWarehouse } from "./stock-warehouse";

/** Lists over what the stock ledger keeps. */
export const stockLists = [stockWarehouse, stockTransit, stockAge] as const;
