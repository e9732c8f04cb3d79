import { NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { writeLines } from "#backend/engine/documents/writing/lines";
import { lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { allocate, scaleOf, sum } from "#backend/platform/values";
import { cabinetCombination } from "#documents/logistics/cabinet-combination";
import { customsDeclaration } from "#documents/logistics/customs-declaration";
import { transfer } from "#documents/logistics/transfer";
import { billedTransfer } from "../gates";
import { setActualFreight } from "../transfer/fee";
import { type Cabinet, type GoodGoods, goodsOf, joinCabinet, loadOf } from "./goods";
import { requireContainerNo, tellTransfers, way, wrongDays } from "./way";

const WEIGHTS = {
  volume: (g: GoodGoods) => g.volumeM3,
  weight: (g: GoodGoods) => g.chargeKg,
  amount: (g: GoodGoods) => g.value,
} as const;

/** Shares of what a container costs, by transfer: they add up, the last one takes the rest. */
function sharesOf(
  goods: readonly GoodGoods[],
  by: keyof typeof WEIGHTS,
  fee: string,
  scale: number,
): Map<string, string> {
  const parts = allocate(fee, goods.map(WEIGHTS[by]), scale);
  return new Map(goods.map((g, i) => [g.id, parts[i] ?? "0"]));
}

/** 费用录入 (supply.md 5): the shares take the place of what was known of the transfers' freight. */
const setFee = transition(cabinetCombination, "setFee", {
  lock: async (c, row) => ({
    billed: await billedTransfer(
      c,
      row.items.map((line) => line.transferId),
    ),
    goods: await goodsOf(
      c,
      row.items.map((line) => line.transferId),
    ),
  }),
  guard: ({ billed }) => billed,
  async effect(c, { row, goods }, input) {
    const { currency, oceanFreight, truckFee, customsFee, destFee } = input;
    const totalFee = sum([oceanFreight, truckFee, customsFee, destFee]);
    const shares = sharesOf(goods, row.shareType, totalFee, await scaleOf(c, currency));
    await patch(c, cabinetCombination, row.id, {
      currency,
      oceanFreight,
      truckFee,
      customsFee,
      destFee,
      totalFee,
      feeTime: NOW,
    });
    await c.sql.query(
      `update cabinet_line l set shared_fee = x.fee
       from jsonb_to_recordset($2::jsonb) as x(id bigint, fee numeric)
       where l.cabinet_combination_id = $1 and l.transfer_id = x.id and l.del_flag = 0`,
      [row.id, JSON.stringify([...shares].map(([id, fee]) => ({ id, fee })))],
    );
    for (const [id, amount] of shares) await setActualFreight(c, id, { amount, currency });
  },
});

const named = (lines: readonly { transferId?: string | null }[] | undefined): string[] =>
  (lines ?? []).flatMap((line) => line.transferId ?? []);

/** Puts these transfers in, and no others. */
async function refill(c: RuleContext, row: Cabinet, ids: readonly string[]): Promise<void> {
  await lockIds(c.sql, "transfer", [...named(row.items), ...ids]);
  const { lines, figures: f } = await loadOf(c, row, ids);
  const items = lines.map((line) => ({ id: row.items.find((own) => own.transferId === line.transferId)?.id, ...line }));
  await writeLines(c, cabinetCombination, {}, row.id, { items });
  await patch(c, cabinetCombination, row.id, {
    totalVolume: f.totalVolume,
    totalWeight: f.totalWeight,
    usableM3: f.usableM3,
    payloadKg: f.payloadKg,
    volumeUsage: f.volumeUsage,
    weightUsage: f.weightUsage,
    totalCartons: f.totalCartons,
    transferCount: f.transferCount,
    transferNos: f.transferNos,
  });
  await joinCabinet(c, row.id, { ids, before: named(row.items) });
}

const addTransfers = transition(cabinetCombination, "addTransfers", {
  async effect(c, { row }, { transferIds }) {
    const own = named(row.items);
    await refill(c, row, [...own, ...transferIds.filter((id) => !own.includes(id))]);
  },
});

const removeTransfers = transition(cabinetCombination, "removeTransfers", {
  check({ row }, { transferIds }) {
    const own = named(row.items);
    return transferIds.some((id) => !own.includes(id)) && "调拨单不在本组柜单内";
  },
  effect: (c, { row }, { transferIds }) =>
    refill(
      c,
      row,
      named(row.items).filter((id) => !transferIds.includes(id)),
    ),
});

/** Words of the state of a transfer and of its declaration. */
async function showStates(c: RuleContext, { items }: Pick<Cabinet, "items">): Promise<void> {
  const goods = await goodsOf(c, named(items), { locked: false });
  const words = (values: Readonly<Record<string, { label: string }>>, state: string | null) =>
    (state && values[state]?.label) ?? null;
  for (const line of items) {
    const of = goods.find((g) => g.id === line.transferId);
    Object.assign(line, {
      transferStatus: words(transfer.status.values, of?.status ?? null),
      customsNo: of?.customsNo ?? null,
      customsStatus: words(customsDeclaration.status.values, of?.customsStatus ?? null),
    });
  }
}

/** 组柜单 (supply.md 5). */
export const cabinetRules = rules(cabinetCombination, {
  enrichOne: showStates,
  async prefill(c, { transferIds = [] }) {
    const goods = await goodsOf(c, transferIds, { locked: false });
    const [first] = goods;
    if (!first) return {};
    if (goods.some((g) => g.country !== first.country)) throw conflict("目的国不一致");
    const taken = goods.find((g) => g.cabinetId);
    if (taken) throw conflict(`调拨单${taken.no}已加入组柜单${taken.cabinetNo}`);
    return {
      destCountry: first.country,
      items: goods.map(({ id: transferId, no, destination, cartons, volumeM3, weightKg }) => ({
        transferId,
        transferName: no,
        destination,
        cartons,
        volumeM3,
        weightKg,
      })),
    };
  },
  async beforeNumber(c, next) {
    await lockIds(c.sql, "transfer", named(next.items));
  },
  async beforeSave(c, next, before) {
    const whole = { ...before, ...next };
    if (whole.loadType === "fcl" && !whole.containerType) throw invalidAt("containerType", "请选择柜型");
    if (whole.loadType === "lcl") next.containerType = null;
    requireContainerNo(next.containerNo);
    const wrong = wrongDays(whole, ["etd", "eta"]);
    if (wrong) throw invalidAt("eta", wrong);
    // What has sailed keeps what is in it.
    if (before && before.status !== "draft" && before.status !== "booked") return;
    const ids = named(whole.items);
    await lockIds(c.sql, "transfer", [...named(before?.items), ...ids]);
    const { lines, figures } = await loadOf(c, { ...whole, id: before?.id }, ids);
    Object.assign(next, figures);
    next.items = lines.map((line, i) => ({ ...whole.items?.[i], ...line }));
  },
  async afterSave(c, id, next, before) {
    const { etd, eta } = { ...before, ...next };
    if (before && before.status !== "draft" && before.status !== "booked")
      await tellTransfers(c, id, { etd, eta, expect: eta });
    else await joinCabinet(c, id, { ids: named(next.items), before: named(before?.items) });
  },
  transitions: [addTransfers, removeTransfers, setFee, ...way],
});
