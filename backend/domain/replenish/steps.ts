import { type HeadOf, type SentOf, someOf } from "#documents/kit";
import { type DemandTerms, demandTerms, type replenish } from "#documents/wms/replenish/replenish";

export type StepsRow = HeadOf<typeof replenish>;

type ReplenishStep = NonNullable<SentOf<typeof replenish>["steps"]>[number];

const plain = (value: unknown) => (value === null || value === undefined ? "" : String(value));
const pieces = (value: unknown) => `${Number(value ?? 0)}件`;
const rate = (value: unknown) => `${Number(value ?? 0)}件/天`;

/** What the forecast was reckoned from; a row of an earlier reckoning has none. */
const termsOf = (row: StepsRow): DemandTerms | null => demandTerms.safeParse(row.terms).data ?? null;

const SPANS = 6;
const spanSaid = ({ from, till }: { from: string; till: string }) => (from === till ? from : `${from}至${till}`);
const dash = (value: unknown) => (value === null || value === undefined ? "—" : String(Number(value)));
/** How much more or less, in percent of what it is compared with. */
const changed = (now: unknown, before: unknown): string | null => {
  if (now === null || before === null || !Number(before)) return null;
  const percent = Math.round(((Number(now) - Number(before)) * 100) / Number(before));
  return `${percent > 0 ? "+" : ""}${percent}%`;
};

function soldSteps(row: StepsRow, terms: DemandTerms): ReplenishStep[] {
  const { given, empty, emptyDays } = terms;
  const participants = { label: "扣除测评", says: "测评参与人买的会返款，不算需求", value: `-${pieces(given)}` };
  const days = someOf(empty.map(spanSaid), SPANS, "段");
  return [
    {
      label: "近期销量",
      says: `到昨天为止的7、30、90天，组合装按其中的件数；其中算作平常需求的是${terms.counted.join("、")}件`,
      value: `${row.sales7}、${row.sales30}、${row.sales90}件`,
    },
    ...(given ? [participants] : []),
    {
      label: "断货的天",
      says: emptyDays
        ? `${days}：没货可卖，不计入日均，也不当作卖了0件`
        : "FBA看每天的库存报告，自发货看出入库流水；没有一天是整天没货的",
      value: `${emptyDays}天`,
    },
  ];
}

/** What promotions sold beyond what their days sell anyway. */
const dealSteps = ({ deals }: DemandTerms): ReplenishStep[] =>
  deals.map(({ no, name, sold, normal, long, ...span }) => {
    const more = Math.round((sold - normal) * 10) / 10;
    return {
      label: `促销：${name}`,
      says: long
        ? `${spanSaid(span)}卖${sold}件；持续30天以上，算平常的卖法，不剔除`
        : `${spanSaid(span)}卖${sold}件，平常这些天约${normal}件；这些天不计入日均`,
      value: long ? "不剔除" : `${more > 0 ? "+" : ""}${more}件`,
      document: "platform_promotion",
      where: { keyword: no },
    };
  });

const SEASON_SAID = {
  sku: (name: string | null) => `按季节系数“${plain(name)}”（本SKU），按月`,
  category: (name: string | null) => `按季节系数“${plain(name)}”（品类），按月`,
  year: () => "没有填写季节系数，按去年同一周（前后5周平均）比那一年的平均，限0.5到2倍",
  none: () => "没有填写季节系数；90天以前不满12个月或一年不到260件，看不出季节，按1",
};

function baseSteps(row: StepsRow, { promotedDays, season, coming, ahead }: DemandTerms): ReplenishStep[] {
  const trend = changed(row.daily30, row.daily90);
  const left = Number(row.leftDays) - promotedDays;
  const because = [left ? `断货${left}天` : "", promotedDays ? `促销${promotedDays}天` : ""].filter(Boolean).join("、");
  const weeks = "7、30、90天各用剩下的销量除以剩下的天数和这些天的季节系数";
  return [
    {
      label: "日均",
      says: because ? `${weeks}；不计${because}` : weeks,
      value: `${dash(row.daily7)}、${dash(row.daily30)}、${dash(row.daily90)}件/天`,
    },
    {
      label: "走势",
      says: "近30天比近90天的日均；越近的权重越大，走势已在预测日销里，不另外外推",
      value: trend ?? "—",
    },
    {
      label: "预测日销",
      says:
        row.base === null
          ? "近90天没有一天能正常卖，看不出平常卖多少，不给建议；请用“调整数量”填写"
          : "三段日均按权重加权，某段剔除了一部分天的，权重按剩下的天数折算",
      value: row.base === null ? "—" : rate(row.base),
    },
    {
      label: "季节系数",
      says: `${SEASON_SAID[season.from](season.name)}；预测每一天都乘当天的系数，这里是今天的`,
      value: String(Math.round(season.factor * 100) / 100),
      document: "replenish_season",
      where: {},
    },
    ...coming.map(({ no, name, plan, normal, extra, ...span }) => ({
      label: `将有促销：${name}`,
      says: `${spanSaid(span)}计划卖${plan}件，平常这些天约${Math.round(normal * 10) / 10}件，多出的平摊到这些天`,
      value: `+${extra}件`,
      document: "platform_promotion",
      where: { keyword: no },
    })),
    ...(ahead
      ? [
          {
            label: "预测销量",
            says: `从今天起${ahead.days}天，到补的货要卖到的那天：每天预测日销×季节系数，加上促销多卖的；其中到货前${Math.round(ahead.before)}件`,
            value: pieces(Math.round(ahead.qty)),
          },
          {
            label: "安全库存",
            says: `到货后的${row.safetyDays}天安全天数要卖的，已在预测销量里`,
            value: pieces(Math.round(ahead.safety)),
          },
        ]
      : []),
  ];
}

function salesSteps(row: StepsRow): ReplenishStep[] {
  const terms = termsOf(row);
  if (terms) return [...soldSteps(row, terms), ...dealSteps(terms), ...baseSteps(row, terms)];
  const says = "这一行还没有按现在的算法算过，重新计算后显示每一步";
  return [{ label: "预测日销", says, value: row.base === null ? "—" : rate(row.base) }];
}

/** What lies in other warehouses and can be moved to where a row sells abroad. */
function movableSteps(row: StepsRow): ReplenishStep[] {
  if (!row.transportMode) return [];
  const at = { document: "stock", where: stockOf(row) };
  const near = "本站点海外仓的可用，先留够自己发货的店铺，其余按缺口分给FBA";
  const home = `国内各仓的可用，按各店铺的缺口分，一件只分给一个店铺；运输${row.transportDays}天`;
  return [
    { label: "海外仓可调", says: near, value: pieces(row.nearQty), ...at },
    { label: "国内可调", says: home, value: pieces(row.homeQty), ...at },
  ];
}

const stockOf = (row: StepsRow) => ({ skuCode: plain(row.skuCode), keyword: plain(row.skuCode) });

function stockSteps(row: StepsRow): ReplenishStep[] {
  const warehouse = { warehouseId: plain(row.warehouseId) };
  return [
    {
      label: "可用库存",
      says: "能直接发货的仓的可用：FBA仓，或本站点各海外仓，或国内各仓；几个店铺共用时按预测日销分摊",
      value: pieces(row.availableQty),
      document: "stock",
      where: stockOf(row),
    },
    ...movableSteps(row),
    {
      label: "在途",
      says: "已发出、未收完的调拨和待检的货，按预计到达日计入，已过期的按今天；不指定店铺的按预测日销分摊",
      value: pieces(row.transitQty),
      document: "transfer",
      where: { toWarehouseId: warehouse.warehouseId, status: "shipped,partReceived" },
    },
    {
      label: "在订",
      says: "本店铺未到货的请购、没有请购的采购单和还没有发出的调拨，到国内的再加运输天数；不指定店铺的按预测日销分摊",
      value: pieces(row.onOrderQty),
      document: "purchase_requisition",
      where: { storeId: plain(row.storeId), keyword: plain(row.skuCode) },
    },
  ];
}

function dayStep(row: StepsRow): ReplenishStep[] {
  // Nothing is to be ordered: what can be moved is enough for long.
  if (row.transferQty && !row.until) return [];
  const lead = `采购交期${row.purchaseDays}天`;
  const way = row.transportMode ? `，运输${row.transportDays}天` : "";
  const from = row.homeQty || row.nearQty ? "调拨后仍断货的那天" : `断货日${plain(row.runOutDay)}`;
  return [
    {
      label: "最晚下单日",
      says: `${from}减去${lead}${way}和安全天数${row.safetyDays}天`,
      value: plain(row.purchaseDay ?? row.orderDay),
    },
  ];
}

function qtySteps(row: StepsRow): ReplenishStep[] {
  const needed = {
    label: "缺口",
    says: `到货后卖到${plain(row.until)}（安全${row.safetyDays}天加备货${row.coverDays}天）还缺的数量`,
    value: pieces(row.needQty),
  };
  const round = {
    label: "建议数量",
    says: `不少于起订量${row.moq}件，按整箱${row.pack}件进位`,
    value: pieces(row.suggestedQty),
  };
  const adjusted = { label: "调整数量", says: plain(row.adjustReason), value: pieces(row.adjustQty) };
  return [needed, round, ...(row.adjustQty === null ? [] : [adjusted])];
}

/** What is moved first, by warehouse. */
function transferSteps(row: StepsRow): ReplenishStep[] {
  if (!row.transferQty) return [];
  return [
    {
      label: "建议调拨",
      says: `最晚${plain(row.transferDay)}发出，先近后远，先调拨后采购`,
      value: pieces(row.transferQty),
    },
  ];
}

/** How a row came to what it says, step by step. */
export function stepsOf(row: StepsRow): ReplenishStep[] {
  const begin = [...salesSteps(row), ...stockSteps(row)];
  if (row.level === "unknown") return begin;
  if (!row.runOutDay) return [...begin, { label: "断货日", says: "400天内不会断货，不需要补货", value: "无" }];
  const out = {
    label: "断货日",
    says: "库存逐日加上到货、减去预测销量，第一个不够卖的日子",
    value: plain(row.runOutDay),
  };
  const days = [...begin, out, ...transferSteps(row), ...dayStep(row)];
  if (row.suggestedQty || row.adjustQty !== null) return [...days, ...qtySteps(row)];
  const says = row.level === "gap" ? "已订的到货后够用；断货发生在到货之前，只能催货" : "还没到该订的时候";
  return [...days, { label: "建议数量", says, value: pieces(0) }];
}
