import dayjs from "dayjs";
import type { rebate } from "#documents/promotion/rebate";
import type { RuleContext, Values } from "../../../documents/rules";
import type { SourcesOf } from "../../../documents/written";
import { conflict, missing } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { namesOf, sourcesOf } from "./sources";

const monthOf = (day: string) => ({
  periodStart: dayjs(day).startOf("month").format("YYYY-MM-DD"),
  periodEnd: dayjs(day).endOf("month").format("YYYY-MM-DD"),
});

/** The month in which the last of these orders was bought; this one where there is none. */
async function boughtIn({ sql }: RuleContext, orderIds: readonly string[]) {
  const last = await sql.one<{ day: string | null }>(
    "select max(order_date)::text as day from evaluation_order where id = any($1::bigint[])",
    [orderIds],
  );
  return last?.day ?? today();
}

/** Form of a fee for chosen orders or promotions. @throws Refusal 409 why one of them is owed nothing */
export async function prefill(
  c: RuleContext,
  { orderIds = [], promotionIds = [], refundIds = [] }: SourcesOf<typeof rebate>,
): Promise<Values> {
  const named = [
    ...orderIds.map((orderId) => ({ orderId })),
    ...promotionIds.map((promotionId) => ({ promotionId })),
    ...refundIds.map((refundId) => ({ refundId })),
  ];
  const sources = [...(await sourcesOf(c, named)).values()];
  const refused = sources.find((s) => s.refused)?.refused;
  if (refused) throw conflict(refused);
  const [first] = sources;
  if (!first) throw missing();
  const alike = sources.every(
    (s) => s.resourceId === first.resourceId && s.currency === first.currency,
  );
  if (!alike) throw conflict("返利明细的资源或币种不一致");
  const resource = await c.sql.one<{ name: string; rate: string }>(
    `select resource_name as name, coalesce(rebate_rate, 0)::text as rate from evaluation_resource
     where id = $1`,
    [first.resourceId],
  );
  const receive = first.kind === "refund";
  return {
    ...{ direction: receive ? "receive" : "pay", currency: first.currency },
    ...monthOf(first.day ?? (await boughtIn(c, orderIds))),
    ...(resource && { resourceId: first.resourceId, resourceName: resource.name }),
    items: sources.map((s) => ({
      ...namesOf(s),
      ...{ sourceType: s.kind, sourceNo: s.no, says: s.says },
      ...(receive ? { base: s.worth, rate: resource?.rate } : { qty: 1, unitFee: s.worth }),
    })),
  };
}
