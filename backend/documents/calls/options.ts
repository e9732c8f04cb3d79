import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { context } from "../call";
import { choosersOf } from "../reading/choose";
import { withFacts } from "../reading/option-facts";
import { options } from "../reading/options";
import type { Rules } from "../rules";

/** `kind:domestic|overseas`: the options must have one of these values in an enum field. */
const onlyIn = z
  .string()
  .regex(/^\w+:\w+(\|\w+)*$/, "选项条件不正确")
  .transform((text): Record<string, string[]> => {
    const [name = "", values = ""] = text.split(":");
    return { [name]: values.split("|") };
  });

/** Half-filled forms say what they have: what is no id stands for none. */
const idIn = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional()
  .catch(undefined);

/** Rows that a reference may name: those that fit what is typed, or those of these ids or names. */
export const offers = (document: DocumentType, rules: Rules): Endpoint =>
  endpoint({
    tag: document.label,
    method: "get",
    path: `${document.api}/options`,
    title: `${document.label}选项`,
    permission: choosersOf(document),
    query: z.object({
      keyword: z.string().max(100).optional(),
      ids: z.string().max(4000).optional(),
      labels: z
        .union([z.string(), z.array(z.string())])
        .transform((v) => [v].flat())
        .optional(),
      only: onlyIn.optional(),
      // `option`: what is said of a row where it is chosen; `line`: and what lines learn of it, around these.
      facts: z.enum(["option", "line"]).optional(),
      warehouseId: idIn,
      storeId: idIn,
      currency: z.string().max(10).optional(),
    }),
    response: z.array(z.looseObject({ id: z.string(), label: z.string().nullable() })),
    async handle(call) {
      const c = context(call, call.db);
      const { facts, warehouseId, storeId, currency, ...asked } = call.query;
      const offered = await options(c, document, asked);
      const around = { warehouseId, storeId, currency: currency || undefined };
      if (!facts) return offered;
      return withFacts(c, document, rules, offered, facts === "line" ? around : null);
    },
  });
