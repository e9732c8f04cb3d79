import { patch, type RuleContext, transition } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { cabinetCombination } from "#documents/logistics/cabinet-combination";
import { CONTAINER_NO, isChecked } from "#documents/logistics/container";
import { letGo } from "#documents/logistics/customs-fields";
import { type Cabinet, freeGoods, type GoodGoods, goodsOf } from "./goods";

/** Days of a container's way as they follow each other. */
interface Days {
  etd?: string | null;
  eta?: string | null;
  atd?: string | null;
  ata?: string | null;
  clearDate?: string | null;
  doneDate?: string | null;
}

const ORDER: readonly [from: keyof Days, to: keyof Days, sentence: string][] = [
  ["etd", "eta", "预计到港不能早于预计开船"],
  ["atd", "eta", "预计到港不能早于实际开船"],
  ["atd", "ata", "实际到港不能早于实际开船"],
  ["ata", "clearDate", "清关日不能早于实际到港"],
  ["clearDate", "doneDate", "派送完成日不能早于清关日"],
];

const PAST: readonly [keyof Days, string][] = [
  ["atd", "实际开船不能晚于今天"],
  ["ata", "实际到港不能晚于今天"],
  ["clearDate", "清关日不能晚于今天"],
  ["doneDate", "派送完成日不能晚于今天"],
];

/** Why these days cannot be; nothing: they can. `asked`: those that are being entered. */
export function wrongDays(days: Days, asked: readonly (keyof Days)[]): string | undefined {
  const late = PAST.find(([name]) => asked.includes(name) && (days[name] ?? "") > today());
  if (late) return late[1];
  const wrong = ORDER.find(([from, to]) => {
    const [first, then] = [days[from], days[to]];
    return (asked.includes(from) || asked.includes(to)) && first && then && then < first;
  });
  return wrong?.[2];
}

const idsOf = (row: Cabinet) => row.items.map((line) => line.transferId);
const inside = async (c: RuleContext, row: Cabinet) => ({ goods: await goodsOf(c, idsOf(row)) });

const GONE: readonly string[] = ["shipped", "partReceived", "done", "closed"];
const free: readonly string[] = letGo;

const book = transition(cabinetCombination, "book", {
  async effect({ sql }, { row }, { bookingNo, providerId }) {
    await patch({ sql }, cabinetCombination, row.id, { bookingNo, providerId });
  },
});

/** @throws Refusal 400 柜号校验位错误 */
export function requireContainerNo(containerNo: string | null | undefined): void {
  if (!containerNo) return;
  if (!CONTAINER_NO.test(containerNo)) throw invalidAt("containerNo", "柜号为4个大写字母加7位数字");
  if (!isChecked(containerNo)) throw invalidAt("containerNo", "柜号校验位错误");
}

const load = transition(cabinetCombination, "load", {
  guard: ({ row }) => !row.items.length && "请至少加入一个调拨单",
  check({ row }, input) {
    const containerNo = input.containerNo ?? row.containerNo;
    if (row.loadType === "fcl" && !containerNo) throw invalidAt("containerNo", "请填写柜号");
    requireContainerNo(containerNo);
  },
  async effect({ sql }, { row }, input) {
    await patch({ sql }, cabinetCombination, row.id, {
      containerNo: input.containerNo ?? row.containerNo,
      sealNo: input.sealNo ?? row.sealNo,
    });
  },
});

/** Why the ship cannot sail with it: everything has left the warehouse and may leave the country. */
function staying(goods: readonly GoodGoods[]): string | undefined {
  const here = goods.find((g) => !GONE.includes(g.status));
  if (here) return `调拨单${here.no}未发货`;
  const undeclared = goods.find((g) => !g.customsNo);
  if (undeclared) return `调拨单${undeclared.no}未报关`;
  const held = goods.find((g) => !free.includes(g.customsStatus ?? ""));
  return held && `报关单${held.customsNo}未放行`;
}

/** Days of the ship as transfers show them. */
export const tellTransfers = (
  { sql }: RuleContext,
  id: string,
  days: Partial<Record<"etd" | "eta" | "atd" | "ata" | "expect", string | null>>,
) =>
  sql.query(
    `update transfer set etd = coalesce($2::date, etd), eta = coalesce($3::date, eta),
       atd = coalesce($4::date, atd), ata = coalesce($5::date, ata),
       expect_arrive_date = coalesce($6::date, expect_arrive_date)
     where cabinet_id = $1`,
    [id, days.etd, days.eta, days.atd, days.ata, days.expect],
  );

const sail = transition(cabinetCombination, "sail", {
  lock: inside,
  guard: ({ goods }) => staying(goods),
  check({ row }, input) {
    const days = { ...row, ...given(input), atd: input.atd ?? today() };
    return wrongDays(days, ["etd", "eta", "atd"]);
  },
  async effect(c, { row }, input) {
    const atd = input.atd ?? today();
    const etd = input.etd ?? row.etd ?? atd;
    const eta = input.eta ?? row.eta;
    await patch(c, cabinetCombination, row.id, { vesselVoyage: input.vesselVoyage ?? row.vesselVoyage, etd, eta, atd });
    await tellTransfers(c, row.id, { etd, eta, atd, expect: eta });
  },
});

/** What was answered. */
const given = <I extends object>(input: I) =>
  Object.fromEntries(Object.entries(input).filter(([, v]) => v !== null && v !== undefined));

const arrive = transition(cabinetCombination, "arrive", {
  lock: inside,
  check: ({ row }, input) => wrongDays({ ...row, ata: input.ata ?? today() }, ["ata"]),
  async effect(c, { row }, input) {
    const ata = input.ata ?? today();
    await patch(c, cabinetCombination, row.id, { ata });
    await tellTransfers(c, row.id, { ata, expect: input.expectArriveDate ?? null });
  },
});

const clear = transition(cabinetCombination, "clear", {
  lock: inside,
  check: ({ row }, input) => wrongDays({ ...row, clearDate: input.clearDate ?? today() }, ["clearDate"]),
  async effect(c, { row }, input) {
    await patch(c, cabinetCombination, row.id, { clearDate: input.clearDate ?? today() });
    await tellTransfers(c, row.id, { expect: input.expectArriveDate ?? null });
  },
});

const finish = transition(cabinetCombination, "finish", {
  check: ({ row }, input) => wrongDays({ ...row, doneDate: input.doneDate ?? today() }, ["doneDate"]),
  async effect({ sql }, { row }, input) {
    await patch({ sql }, cabinetCombination, row.id, { doneDate: input.doneDate ?? today() });
  },
});

const declaredFor = async ({ sql }: RuleContext, row: Cabinet) => ({
  declared: (
    await sql.one<{ no: string }>(
      `select no from customs_declaration where cabinet_id = $1 and del_flag = 0
         and status <> 'void' limit 1`,
      [row.id],
    )
  )?.no,
});

const gone = {
  lock: declaredFor,
  guard: ({ declared }: { declared: string | undefined }) => declared && `组柜单已有报关单${declared}，请先作废`,
  effect: (c: RuleContext, { row }: { row: Cabinet }) => freeGoods(c, row.id),
};

/** The way of a container from booking to delivery (supply.md 5). */
export const way = [
  book,
  load,
  sail,
  arrive,
  clear,
  finish,
  transition(cabinetCombination, "void", gone),
  transition(cabinetCombination, "del", gone),
];
