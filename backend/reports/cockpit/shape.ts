import { z } from "zod";

export const money = z.number();
export const count = z.number().int();
/** A fraction; null without a denominator. */
export const rate = z.number().nullable();
export const text = z.string();
/** Sums of groups' targets. */
export const target = { incomeTarget: money.nullable(), completion: rate };
/** Names of costs that the profits beside it are without, as nobody brought them yet. */
export const missing = z.array(text);
