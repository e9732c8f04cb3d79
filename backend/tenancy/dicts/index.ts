import type { Dict } from "./dict";
import { MARKET } from "./market";
import { MONEY } from "./money";
import { PRODUCT } from "./product";
import { REASONS } from "./reasons";
import { TRADE } from "./trade";

/** Dictionaries that ship with the system; they cannot be deleted (systemFlag 1). */
export const DICTS: Dict[] = [...PRODUCT, ...MONEY, ...TRADE, ...REASONS, ...MARKET];
