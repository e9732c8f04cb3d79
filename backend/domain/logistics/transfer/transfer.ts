import { sumById } from "#backend/domain/purchase/demand/requisition-lines";
import { transferOf } from "#backend/domain/replenish/prefill";
import { countMade } from "#backend/domain/replenish/store";
import { type RuleContext, rules } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import type { DraftOf, RowOf } from "#documents/kit";
import { transfer } from "#documents/logistics/transfer";
import { close, deleted, returned, reverse, toCabinet, toCustoms, voided } from "./ends";
import { setFee } from "./fee";
import { completeLines, piecesOf } from "./lines";
import { notTheirs } from "./makers";
import { pack } from "./pack";
import { type Places, placesOf, requirePlaces, toFba } from "./places";
import { direct, receive } from "./receive";
import { ship } from "./ship";
import { submit } from "./submit";
import { byTurn, countOnTurns } from "./turn";

type TransferTransferDraft = DraftOf<typeof transfer>;
type TransferTransferRow = RowOf<typeof transfer>;

/** The store of an FBA warehouse, and its site. @throws Refusal 400 for the store of another one */
async function storeOf({ sql }: RuleContext, whole: TransferTransferDraft, { to }: Places) {
  if (toFba(whole.transferType) && whole.storeId && to?.storeId && whole.storeId !== to.storeId)
    throw invalidAt("storeId", `${to.name}不属于该店铺`);
  const storeId = toFba(whole.transferType) ? (whole.storeId ?? to?.storeId ?? null) : null;
  const row = await sql.one<{ site: string }>(
    "select i.site_code as site from store s join site i on i.id = s.site_id where s.id = $1",
    [storeId],
  );
  return { storeId, site: row?.site ?? null };
}

/** Goods and place of a transfer stay those of the plan that made it. @throws Refusal 409 */
function requirePlanned(next: TransferTransferDraft, before: TransferTransferRow) {
  const now = next.items && sumById(next.items.map((line) => [line.msku, piecesOf(line)]));
  const then = sumById(before.items.map((line) => [line.msku, piecesOf(line)]));
  const sameGoods = !now || (now.size === then.size && [...then].every(([msku, n]) => now.get(msku) === n));
  const kept = (["fromWarehouseId", "toWarehouseId", "storeId", "shipmentId"] as const).every(
    (name) => next[name] === undefined || next[name] === before[name],
  );
  if (!sameGoods || !kept) throw conflict("由FBA入库计划生成，货物、数量、仓库和货件号不能修改");
}

/** What lines ask more of the turn lines that they come from than they did. */
function moreOf(next: TransferTransferDraft, before: TransferTransferRow | undefined) {
  const now = byTurn(next.items ?? [], piecesOf);
  const then = byTurn(before?.items ?? [], piecesOf);
  return sumById([...now, ...[...then].map(([id, n]) => [id, -n] as const)]);
}

/** 调拨单 (supply.md 5). */
export const transferRules = rules(transfer, {
  expressions: { customsStatus: "(select d.status from customs_declaration d where d.id = t.customs_id)" },
  async beforeSave(c, next, before) {
    const whole: TransferTransferDraft = { ...before, ...next };
    const foreign = notTheirs(c, whole.transferType);
    if (foreign) throw invalidAt("transferType", foreign);
    if (before?.inboundId) requirePlanned(next, before);
    const more = next.items ? moreOf(next, before) : new Map<string, number>();
    await countOnTurns(c, more);
    const places = await placesOf(c, whole);
    requirePlaces(whole, places);
    Object.assign(next, await storeOf(c, whole, places));
    if (!before) next.sourceType ??= "manual";
    if (next.items || !before) Object.assign(next, await completeLines(c, { ...whole, ...next }, whole.items ?? []));
  },
  prefill: async (c, { replenishId }) => (replenishId ? transferOf(c, replenishId) : {}),
  afterSave: (c, _id, next, before) => countMade(c, next.items, before?.items),
  flowFlags: async (_c, { transferType }) => ({ transferType }),
  transitions: [
    submit,
    returned,
    deleted,
    pack,
    ship,
    direct,
    receive,
    setFee,
    close,
    reverse,
    voided,
    toCabinet,
    toCustoms,
  ],
});
