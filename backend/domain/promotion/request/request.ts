import { approvalTrail } from "#backend/domain/finance/trail";
import { groupBy } from "#backend/domain/group-by";
import { partyOf } from "#backend/domain/kol/party";
import { wholeSecrets } from "#backend/domain/personal/unmask";
import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { link, pick, rules, transition } from "#backend/engine/documents";
import { conflict, invalidAt, missing } from "#backend/platform/http";
import { dec, sum, today } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { evaRequest } from "#documents/promotion/request";
import { evaluationResource } from "#documents/promotion/resource";
import { lockAlong } from "./lock";
import { askFinance, requestEnded } from "./money";
import { budgetsOf } from "./parts";
import { idIn, type RequestSource, requireSources, type SourceNamed, sourceField, sourcesOf } from "./sources";
import { returned, submit } from "./submit";

type RequestDraft = DraftOf<typeof evaRequest>;
type RequestSaveRow = RowOf<typeof evaRequest>;
type RequestRequestLine = LineDraft<typeof evaRequest, "items">;

const KIND = { refund: "refund", rebate: "rebate", platformPromotion: "promotion" } as const satisfies Record<
  RequestSource["kind"],
  unknown
>;

const WORDS = { refund: "返款单", rebate: "返利单", platformPromotion: "平台推广" } as const;

/** What the lines name, each once; what a line does not name is emptied. @throws Refusal 400 at a line */
async function requireNamed(c: RuleContext, items: readonly RequestRequestLine[], own?: string) {
  const found = await sourcesOf(c, items, own);
  const seen = new Set<string>();
  return items.map((line, i): RequestSource => {
    const kind = line.sourceType ?? "refund";
    for (const [other, name] of Object.entries(sourceField)) if (other !== kind) line[name] = null;
    const at = `items.${i}.${sourceField[kind]}`;
    const source = found[i];
    if (!source) throw invalidAt(at, `请选择${WORDS[kind]}`);
    if (seen.has(`${kind} ${idIn(line)}`)) throw invalidAt(at, `${WORDS[kind]}${source.no}重复`);
    seen.add(`${kind} ${idIn(line)}`);
    return source;
  });
}

/** The payee of a request: that of its refunds and rebates, else the one that was chosen. */
function payeeOf(sources: readonly RequestSource[], chosen: string | null | undefined): string {
  const owner = sources.find((s) => s.resourceId)?.resourceId ?? chosen;
  if (!owner) throw invalidAt("resourceId", "请选择收款方");
  if (chosen && chosen !== owner) throw conflict("一张请款单只能有一个收款方");
  return owner;
}

/** What a request works out of its sources: type, payee, amount and whose budget it is (market.md 1). */
async function workOut(c: RuleContext, next: RequestDraft, before?: RequestSaveRow): Promise<void> {
  const items: RequestRequestLine[] = next.items ?? before?.items.map((l) => ({ ...l })) ?? [];
  const whole = { ...before, ...next };
  const sources = await requireNamed(c, items, before?.id);
  if (!sources.length) throw conflict("请至少添加一条明细");
  const resourceId = payeeOf(sources, next.resourceId ?? null);
  requireSources(sources, resourceId);
  const budgets = await budgetsOf(c, sources);
  items.forEach((line, i) => {
    const source = sources[i];
    const own = budgets.filter((b) => b.source === source);
    Object.assign(line, {
      sourceNo: source?.no,
      amount: source?.amount,
      applicationId: own.length === 1 ? own[0]?.applicationId : null,
    });
  });
  const amount = sum(sources.map((s) => s.amount));
  if (!dec(amount).gt(0)) throw conflict("请款金额须大于0");
  const kinds = [...new Set(sources.map((s) => KIND[s.kind]))];
  if (whole.invoiceState === "received" && !whole.invoiceFiles?.length)
    throw invalidAt("invoiceFiles", "票据已收时请上传票据文件");
  const shares = groupBy(budgets, (b) => b.applicationId);
  Object.assign(next, {
    items,
    resourceId,
    amount,
    currency: sources[0]?.currency,
    requestType: kinds.length === 1 ? kinds[0] : "mixed",
    sourceNos: sources.map((s) => s.no).join(" "),
    shares: shares.map((own) => ({ applicationId: own[0]?.applicationId, amount: sum(own.map((b) => b.amount)) })),
    ownerId: whole.ownerId ?? c.caller.userId,
  });
}

/** The declaration of what a line names. */
const DOCUMENTS = { refund: "eva_refund", rebate: "rebate", platformPromotion: "platform_promotion" } as const;

/** Form of a request for chosen refunds, rebates and promotions of one payee. */
async function prefill(c: RuleContext, from: SourcesOf<typeof evaRequest>): Promise<RuleValues> {
  const lines: SourceNamed[] = [
    ...(from.refundIds ?? []).map((id) => ({ sourceType: "refund" as const, refundId: id })),
    ...(from.rebateIds ?? []).map((id) => ({ sourceType: "rebate" as const, rebateId: id })),
    ...(from.promotionIds ?? []).map((id) => ({ sourceType: "platformPromotion" as const, promotionId: id })),
  ];
  const sources = (await sourcesOf(c, lines)).flatMap((s) => s ?? []);
  const [first] = sources;
  if (!first) throw missing();
  const owner = sources.find((s) => s.resourceId)?.resourceId ?? null;
  requireSources(sources, owner);
  const named = await pick(c, evaluationResource, owner, ["resourceName"]);
  return {
    resourceId: owner,
    resourceName: named?.resourceName,
    currency: first.currency,
    amount: sum(sources.map((s) => s.amount)),
    expectPayDate: today(),
    items: sources.map((s) => ({
      sourceType: s.kind,
      [sourceField[s.kind]]: s.id,
      [`$${sourceField[s.kind]}`]: s.no,
      sourceNo: s.no,
      amount: s.amount,
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
        await link(c, { type: DOCUMENTS[line.sourceType], id: from }, { type: evaRequest.name, id });
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
    submit,
    returned,
    approved,
    transition(
      evaRequest,
      "unmask",
      wholeSecrets(evaRequest, ["payeeAccount"], (row: RequestSaveRow) => [row.payeeName, row.payeeBank]),
    ),
  ],
});
