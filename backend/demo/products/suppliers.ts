import dayjs from "dayjs";
import { pick } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { user } from "#documents/admin/user";
import { GIVEN_NAMES, SURNAMES } from "../names";
import { type Chance, turn } from "../random";

const COUNT = 40;
const CITIES = ["深圳市", "东莞市", "义乌市", "宁波市", "中山市", "佛山市", "温州市", "永康市"];
const WORDS = ["恒达", "启明", "锦程", "宏远", "百川", "森泽", "华彩", "立信", "博艺", "嘉禾"];
const GOODS = ["五金制品", "电子科技", "家居用品", "户外用品", "塑胶制品"];
const OTHERS: [type: string, word: string][] = [
  ["packing", "包装材料"],
  ["logistics", "国际货运"],
  ["customs", "报关服务"],
  ["service", "检测技术"],
];
const BANKS = ["示例银行", "演示商业银行", "样例农村银行"];
const CODE = "0123456789ABCDEFGHJKLMNPQRTUWXY";

/** Ids of the living users of a role. */
export async function usersOf(sql: Sql, roleCode: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select u.id from sys_user u join sys_user_role x on x.user_id = u.id
       join sys_role r on r.id = x.role_id
     where r.role_code = $1 and u.lock_flag = '0' order by u.id`,
    [roleCode],
  );
  return rows.map((r) => r.id);
}

export const deptOf = async (sql: Sql, userId: string | undefined) =>
  (await pick({ sql }, user, userId, ["deptId"]))?.deptId ?? null;

/** Every 20th is a draft, rejected, frozen or given up; the rest work with us. */
const stateOf = (i: number) => ({ 7: "draft", 17: "rejected", 27: "frozen", 37: "void" })[i] ?? "approved";

function creditCode(chance: Chance, i: number): string {
  const rest = Array.from({ length: 10 }, (_, n) => CODE[chance.below(CODE.length, `credit:${i}:${n}`)]);
  return `91440300${rest.join("")}`;
}

/** How suppliers are paid, each as often; of a whole company by the month where they have known us for a while. */
const SETTLED = ["deposit", "deposit", "monthly", "cod"];
const SETTLED_LONG = ["monthly", "deposit", "monthly", "cod"];

/** Suppliers with their accounts (market.md 13). Ids from 1; ids 1–32 deliver goods. */
export async function insertSuppliers(sql: Sql, chance: Chance, today: string, scale: number): Promise<number> {
  const buyers = await usersOf(sql, "BUYER");
  const dept = await deptOf(sql, buyers[0]);
  const rows = Array.from({ length: COUNT }, (_, i) => {
    const n = i + 1;
    const [type, word] = n <= 32 ? ["goods", turn(GOODS, i)] : turn(OTHERS, i);
    const city = CITIES[i % CITIES.length] ?? "";
    const short = `${WORDS[i % WORDS.length]}${WORDS[(i * 3 + Math.floor(i / 10)) % WORDS.length]}`;
    const day = dayjs(today).subtract(700 - i * 15, "day");
    const settle = chance.pick(scale === 1 ? SETTLED_LONG : SETTLED, `settle:${n}`);
    const status = stateOf(n);
    const [surname, spelling] = chance.pick(SURNAMES, `contact:${n}`);
    const [given] = chance.pick(GIVEN_NAMES, `contact2:${n}`);
    const special = chance.u(`tax:${n}`) < 0.8;
    return {
      id: n,
      no: `GY${day.format("YYMMDD")}${String(n).padStart(4, "0")}`,
      name: `${city}${short}${word}有限公司`,
      short_name: short,
      supplier_type: type,
      country: "CN",
      credit_code: creditCode(chance, n),
      level: chance.pick(["A", "B", "B", "C", "C"], `level:${n}`),
      contact_name: surname + given,
      mobile: `1380000${String(n).padStart(4, "0")}`,
      email: `${spelling}${n}@example.com`,
      address: `${city}示例工业区${n}号`,
      buyer_id: buyers[i % buyers.length],
      currency: "CNY",
      tax_type: special ? "special" : "none",
      tax_rate: special ? "13" : "0",
      settle_method: settle,
      deposit_rate: settle === "deposit" ? 30 : null,
      balance_trigger: "afterInspection",
      period_days: settle === "monthly" ? 30 : null,
      lead_days: 10 + chance.below(20, `lead:${n}`),
      qualifications: [],
      status,
      dept_id: dept,
      create_by: buyers[i % buyers.length],
      create_time: `${day.format("YYYY-MM-DD")} 10:00:00+08`,
      submit_time: status === "draft" ? null : `${day.format("YYYY-MM-DD")} 11:00:00+08`,
      approve_time: ["draft", "rejected"].includes(status)
        ? null
        : `${day.add(1, "day").format("YYYY-MM-DD")} 09:30:00+08`,
      version: 0,
      tenant_id: 1,
      del_flag: 0,
    };
  });
  await insertRows(sql, "supplier", rows);
  await insertRows(
    sql,
    "supplier_account",
    rows.map((s, i) => ({
      tenant_id: 1,
      version: 0,
      del_flag: 0,
      create_time: s.create_time,
      supplier_id: s.id,
      line_no: 1,
      account_name: s.name,
      bank_name: chance.pick(BANKS, `bank:${i}`),
      bank_branch: `${CITIES[i % CITIES.length]}支行`,
      account_no: `62220000${String(10_000_000 + chance.below(89_999_999, `account:${i}`))}`,
      currency: "CNY",
      is_default: true,
      enabled: true,
    })),
  );
  return rows.length;
}
