import type { RowOf } from "#documents/kit";
import { evaRequest } from "#documents/promotion/request";
import { link } from "../../../documents/around/chain";
import type { RuleContext, Values } from "../../../documents/rules";
import { rules, type SourcesOf, transition } from "../../../documents/written";
import { missing } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { sum } from "../../../values/money";
import { approvalTrail } from "../../finance/trail";
import { partyOf } from "../../kol/party";
import { wholeSecrets } from "../../personal/unmask";
import { lockAlong } from "./lock";
import { askFinance, requestEnded } from "./money";
import { workOut } from "./save";
import { idIn, type Named, requireSources, sourceField, sourcesOf } from "./sources";
import { returned, submit } from "./submit";

type Row = RowOf<typeof evaRequest>;

/** The declaration of what a line names. */
const DOCUMENTS = {
  refund: "eva_refund",
  rebate: "rebate",
  platformPromotion: "platform_promotion",
} as const;

/** Form of a request for chosen refunds, rebates and promotions of one payee. */
async function prefill(c: RuleContext, from: SourcesOf<typeof evaRequest>): Promise<Values> {
  const lines: Named[] = [
    ...(from.refundIds ?? []).map((id) => ({ sourceType: "refund" as const, refundId: id })),
    ...(from.rebateIds ?? []).map((id) => ({ sourceType: "rebate" as const, rebateId: id })),
    ...(from.promotionIds ?? []).map((id) => ({
      sourceType: "platformPromotion" as const,
      promotionId: id,
    })),
  ];
  const sources = (await sourcesOf(c, lines)).flatMap((s) => s ?? []);
  const [first] = sources;
  if (!first) throw missing();
  const owner = sources.find((s) => s.resourceId)?.resourceId ?? null;
  requireSources(sources, owner);
  const named = await c.sql.one<{ name: string }>(
    "select resource_name as name from evaluation_resource where id = $1",
    [owner],
  );
  return {
    ...{ resourceId: owner, resourceName: named?.name, currency: first.currency },
    ...{ amount: sum(sources.map((s) => s.amount)), expectPayDate: today() },
    items: sources.map((s) => ({
      ...{ sourceType: s.kind, [sourceField[s.kind]]: s.id, [`$${sourceField[s.kind]}`]: s.no },
      ...{ sourceNo: s.no, amount: s.amount },
    })),
  };
}

const approved = transition(evaRequest, "approved", {
  // The request to finance locks them behind its maker.
  async lock(c, row) {
    await lockAlong(c, [row.id]);
    return {};
  },
  effect: (c, { row }) => askFinance(c, row),
});

/** 测评请款单 (market.md 1). */
export const requestRules = rules(evaRequest, {
  beforeSave: workOut,
  async afterSave(c, id, next) {
    for (const line of next.items ?? []) {
      const from = idIn(line);
      if (from && line.sourceType)
        await link(
          c,
          { type: DOCUMENTS[line.sourceType], id: from },
          { type: evaRequest.name, id },
        );
    }
  },
  async enrichOne(c, row) {
    row.party = await partyOf(c);
    row.trail = await approvalTrail(c, evaRequest.name, row.id);
  },
  prefill,
  lockAlong,
  onMadeEnded: requestEnded,
  transitions: [
    ...[submit, returned, approved],
    transition(
      evaRequest,
      "unmask",
      wholeSecrets(evaRequest, ["payeeAccount"], (row: Row) => [row.payeeName, row.payeeBank]),
    ),
  ],
});
