import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import type { evaRequest } from "#documents/promotion/request";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt } from "../../../http/refusal";
import { dec, sum } from "../../../values/money";
import { groupBy } from "../../group-by";
import { budgetsOf } from "./parts";
import { idIn, requireSources, type Source, sourceField, sourcesOf } from "./sources";

type Draft = DraftOf<typeof evaRequest>;
type Row = RowOf<typeof evaRequest>;
type Line = LineDraft<typeof evaRequest, "items">;

const KIND = {
  refund: "refund",
  rebate: "rebate",
  platformPromotion: "promotion",
} as const satisfies Record<Source["kind"], unknown>;

const WORDS = { refund: "返款单", rebate: "返利单", platformPromotion: "平台推广" } as const;

/** What the lines name, each once; what a line does not name is emptied. @throws Refusal 400 at a line */
async function requireNamed(c: RuleContext, items: readonly Line[], own?: string) {
  const found = await sourcesOf(c, items, own);
  const seen = new Set<string>();
  return items.map((line, i): Source => {
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
function payeeOf(sources: readonly Source[], chosen: string | null | undefined): string {
  const owner = sources.find((s) => s.resourceId)?.resourceId ?? chosen;
  if (!owner) throw invalidAt("resourceId", "请选择收款方");
  if (chosen && chosen !== owner) throw conflict("一张请款单只能有一个收款方");
  return owner;
}

/** What a request works out of its sources: type, payee, amount and whose budget it is (market.md 1). */
export async function workOut(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  const items: Line[] = next.items ?? before?.items.map((l) => ({ ...l })) ?? [];
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
      ...{ sourceNo: source?.no, amount: source?.amount },
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
    ...{ items, resourceId, amount, currency: sources[0]?.currency },
    requestType: kinds.length === 1 ? kinds[0] : "mixed",
    sourceNos: sources.map((s) => s.no).join(" "),
    shares: shares.map((own) => ({
      ...{ applicationId: own[0]?.applicationId, amount: sum(own.map((b) => b.amount)) },
    })),
    ownerId: whole.ownerId ?? c.caller.userId,
  });
}
