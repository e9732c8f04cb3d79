import { z } from "zod";

export const money = z.number();
export const count = z.number().int();
/** A fraction; null without a denominator. */
export const rate = z.number().nullable();
export const text = z.string();
/** Sums of groups' targets. */
export const target = { incomeTarget: money.nullable(), completion: rate };
