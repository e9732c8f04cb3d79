import { cabinetCombination } from "#documents/logistics/cabinet-combination";
import { CONTAINER_NO, isChecked } from "#documents/logistics/container";
import { letGo } from "#documents/logistics/customs-words";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { wrongDays } from "./dates";
import { type Cabinet, freeGoods, type Goods, goodsOf } from "./goods";

const idsOf = (row: Cabinet) => row.items.map((line) => line.transferId);
const inside = async (c: RuleContext, row: Cabinet) => ({ goods: await goodsOf(c, idsOf(row)) });

const GONE: readonly string[] = ["shipped", "partReceived", "done", "closed"];
const free: readonly string[] = letGo;

const book = transition(cabinetCombination, "book", {
  async effect({ sql }, { row }, { bookingNo, providerId }) {
    await sql.query(
      "update cabinet_combination set booking_no = $2, provider_id = $3 where id = $1",
      [row.id, bookingNo, providerId],
    );
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
    await sql.query(
      "update cabinet_combination set container_no = $2, seal_no = $3 where id = $1",
      [row.id, input.containerNo ?? row.containerNo, input.sealNo ?? row.sealNo],
    );
  },
});

/** Why the ship cannot sail with it: everything has left the warehouse and may leave the country. */
function staying(goods: readonly Goods[]): string | undefined {
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
    await c.sql.query(
      `update cabinet_combination set vessel_voyage = $2, etd = $3, eta = $4, atd = $5
       where id = $1`,
      [row.id, input.vesselVoyage ?? row.vesselVoyage, etd, eta, atd],
    );
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
    await c.sql.query("update cabinet_combination set ata = $2 where id = $1", [row.id, ata]);
    await tellTransfers(c, row.id, { ata, expect: input.expectArriveDate ?? null });
  },
});

const clear = transition(cabinetCombination, "clear", {
  lock: inside,
  check: ({ row }, input) =>
    wrongDays({ ...row, clearDate: input.clearDate ?? today() }, ["clearDate"]),
  async effect(c, { row }, input) {
    await c.sql.query("update cabinet_combination set clear_date = $2 where id = $1", [
      row.id,
      input.clearDate ?? today(),
    ]);
    await tellTransfers(c, row.id, { expect: input.expectArriveDate ?? null });
  },
});

const finish = transition(cabinetCombination, "finish", {
  check: ({ row }, input) =>
    wrongDays({ ...row, doneDate: input.doneDate ?? today() }, ["doneDate"]),
  async effect({ sql }, { row }, input) {
    await sql.query("update cabinet_combination set done_date = $2 where id = $1", [
      row.id,
      input.doneDate ?? today(),
    ]);
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
  guard: ({ declared }: { declared: string | undefined }) =>
    declared && `组柜单已有报关单${declared}，请先作废`,
  effect: (c: RuleContext, { row }: { row: Cabinet }) => freeGoods(c, row.id),
};

/** The way of a container from booking to delivery (supply.md 5). */
export const way = [
  ...[book, load, sail, arrive, clear, finish],
  transition(cabinetCombination, "void", gone),
  transition(cabinetCombination, "del", gone),
];
