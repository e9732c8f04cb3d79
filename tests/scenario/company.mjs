// company.md 11: the company 远帆 from an empty database over its workbook and openings to its first purchase and sale.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { start } from "../bench/servers.mjs";
import { D, importer, PLANTED, planted, tablesOf } from "./company-book.mjs";
import { firstDays } from "./company-days.mjs";
import { people } from "./people.mjs";

const OPENING = "/finance/opening";
const CHOSEN = "Yuanfan-2026";
const NAME = "深圳远帆";

/** Ledgers that an undone company has nothing in. */
const LEDGERS = ["stock", "stock_move", "stock_layer", "stock_transit", "ap_entry", "ap_account", "ap_due", "ap_month"];

/** An empty company of its own while it is worked with: its administrator has chosen a password and a first day. */
async function withCompany(env, work) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "erp-scenario-"));
  try {
    console.log("正在新建空公司……");
    const backend = await start(() => ["scripts/start.mjs", "backend"], {
      ready: "/readyz",
      env: { DATA_DIR: dir, DATABASE_URL: "", DEMO: "off", PASSWORD_ENCODING: "base64", ...env },
    });
    const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
    db.on("error", () => {}); // its server ends
    await db.connect();
    const base = `${backend.url}/api`;
    const first = new Map([["admin", readFileSync(path.join(dir, "first-password"), "utf8").trim()]]);
    const as = people(base, (username) => first.get(username) ?? CHOSEN);
    /** Signs in with the password that somebody else knows and chooses another. */
    const choose = async (username) => {
      const change = { oldPassword: first.get(username), newPassword: CHOSEN };
      await as(username).call("PUT", "/admin/user/edit", change);
    };
    await choose("admin");
    const admin = as("admin");
    const { records } = await admin.get("/admin/tenant/page");
    await admin.edit("/admin/tenant", records[0].id, { name: NAME });
    await admin.post("/setup/plan", { goLiveDate: D });
    const one = async (text, values = []) => Object.values((await db.query(text, values)).rows[0] ?? {})[0];
    await work({ as, admin, db, one, first, choose, book: importer(base, await admin.token()) });
    await db.end();
    await backend.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const openings = async (admin) => (await admin.get(`${OPENING}/page?size=100`)).records;

/** Books what the workbook made, in the order in which its parts stand on one another. */
async function bookAll(admin) {
  const drafts = (await openings(admin)).filter(({ status }) => status === "draft");
  for (const { id } of drafts.sort((a, b) => a.id - b.id)) await admin.act(OPENING, id, "book");
  return drafts.length;
}

async function workbook({ step, check }, { admin, book, db }) {
  step("11.3 十处错误");
  const tables = await tablesOf(await book.template());
  const wrong = await book.check(planted(tables));
  const told = wrong.errors.map(({ sheet, cell, msg }) => `${sheet}!${cell} ${msg}`);
  for (const [i, [sheet, cell, , msg]] of PLANTED.entries()) check(`错误${i + 1}`, `${sheet}!${cell} ${msg}`, told[i]);
  check("错误数 提醒数", "10 0", `${wrong.errorCount} ${wrong.askCount}`);

  step("11.1 工作簿");
  const found = await book.check(tables);
  check("检查", "checked 0", `${found.status} ${found.errorCount}`);
  const rows = Object.fromEntries(found.sheets.map((s) => [s.name, s.added + s.same]));
  for (const [name, own] of Object.entries(tables)) check(name, own.length - 1, rows[name]);
  const done = await book.press(found.id, "commit");
  check("导入", "done", done.status);
  check("期初单", 10, (await openings(admin)).filter(({ status }) => status === "draft").length);
  check("入账", 10, await bookAll(admin));
  const again = await book.check(tables);
  check("再次导入 新增 更新", "0 0", `${again.added} ${again.changed}`);
  const { rows: faults } = await db.query("select * from stock_layer_faults");
  check("库龄与流水不符", 0, faults.length);
  return { tables, imported: found.id };
}

/** company.md 11.2, each from the ledgers. */
async function totals({ step, check }, { as, one }) {
  step("11.2 控制数");
  const at = (code) =>
    one(
      `select sum(on_hand_qty) || ' (' || sum(good_qty) || ' ' || sum(bad_qty) || ') ' || sum(stock_value)
       from stock s join warehouse w on w.id = s.warehouse_id where w.code = $1`,
      [code],
    );
  const pool = (code) =>
    one(
      `select on_hand_qty || ' / ' || stock_value from stock s join sku k on k.id = s.sku_id
         join warehouse w on w.id = s.warehouse_id where k.sku_code = $1 and w.code = 'WH-SZ'`,
      [code],
    );
  check("WH-SZ 件 (良 次) 金额", "6379 (6375 4) 76280.28", await at("WH-SZ"));
  check("FBA-US 件 (良 次) 金额", "1490 (1485 5) 52666.60", await at("FBA-US"));
  check("库存金额", "128946.88", await one("select sum(stock_value) from stock"));
  check("在途", "100 / 4120.00", await one("select sum(transit_qty) || ' / ' || sum(transit_value) from stock"));
  check("库存与在途", "133066.88", await one("select sum(stock_value + transit_value) from stock"));
  check("库存池", 13, await one("select count(*) from stock where on_hand_qty > 0"));
  check("PTF0001-WH", "135 / 7140.00", await pool("PTF0001-WH"));
  check("ELC0001-US", "500 / 16666.67", await pool("ELC0001-US"));
  check("HKS0001-L", "640 / 6325.31", await pool("HKS0001-L"));
  const orders = (what) => one(`select ${what} from purchase_order where status = 'executing'`);
  const open = "sum(order_amount) filter (where currency =";
  check("未到货 件", 1750, await orders("sum(total_qty)"));
  check("未到货 CNY", "29493.00", await orders(`${open} 'CNY')`));
  check("未到货 CNY 不含税", "26100.00", await orders("sum(goods_amount) filter (where currency = 'CNY')"));
  check("未到货 USD", "3120.00", await orders(`${open} 'USD')`));
  check("未到货 本位币", "51707.40", await orders("sum(base_amount)"));
  const owed = (currency) =>
    one(
      `select sum(amount) filter (where biz_type = 'opening') || ' ' || -sum(amount) filter (where biz_type = 'openingPrepaid')
         || ' ' || sum(amount) from ap_entry where currency = $1`,
      [currency],
    );
  check("应付 预付 净额 CNY", "33703.00 7424.10 26278.90", await owed("CNY"));
  check("应付 预付 净额 USD", "2184.50 936.00 1248.50", await owed("USD"));
  check("应付净额 本位币", "35168.22", await one("select sum(base_balance) from ap_account"));
  check("启用日逾期", "8249.00", await one("select sum(open) from ap_due where due_date < $1", [D]));
  check("S01", "824.90", await one("select ap_balance from supplier where code = 'S01'"));
  const sales = "select count(*) || ' ' || sum(items_unshipped) from platform_order where opening_no is not null";
  check("期初平台订单 单 件", "2 4", await one(sales));
  check("平台订单不计销售", 0, await one("select count(*) from fact_source"));
  check("红人测评未付 USD", "435.98", await one("select sum(amount) from opening_promo where status = 'open'"));
  const { rows } = await as("fin1").get("/setup/openings/check");
  check("核对行", 21, rows.length);
  return rows;
}

/** Approvals ask roles that nobody of 远帆 has: its boss takes them too. */
async function heldByAll(admin) {
  const step = (await admin.get("/setup/steps")).find(({ key }) => key === "approvals");
  const names = step.lacks.flatMap(({ text }) => text.split("：")[1]?.split("、") ?? []);
  const roles = (await admin.get("/admin/role/page?size=100")).records.filter((r) => names.includes(r.roleName));
  const { records } = await admin.get("/admin/user/page?size=100");
  const boss = records.find(({ username }) => username === "boss");
  await admin.act("/admin/user", boss.id, "assign", { roleIds: [...boss.roleIds, ...roles.map(({ id }) => id)] });
}

/** What the old system said, why it differs, two signatures, and the first day of work. */
async function goLive({ step, check }, { as, admin }, rows) {
  step("期初核对与上线");
  const fin = as("fin1");
  const OLD = { "库存金额 深圳仓": "76280.30", "库存数量 美国FBA仓": "1488", "库存金额 美国FBA仓": "52489.80" };
  const figures = rows.map(({ key, measure, by, ours }) => ({ key, old: OLD[`${measure} ${by}`] ?? ours, note: null }));
  await fin.post("/setup/openings/check", { figures });
  const typed = await fin.get("/setup/openings/check");
  const of = (measure, by) => {
    const row = typed.rows.find((r) => r.measure === measure && r.by === by);
    return `${row?.diff} ${row?.state}`;
  };
  check("WH-SZ 金额差异", "-0.02 near", of("库存金额", "深圳仓"));
  check("ODC0002-OR 平台少2件", "2 off", of("库存数量", "美国FBA仓"));
  check("其金额", "176.80 off", of("库存金额", "美国FBA仓"));
  check("不说明不能签署", "还有2行差异未说明", typed.refused);
  const unlike = figures.filter(({ key }) => typed.rows.find((r) => r.key === key)?.state === "off");
  await fin.post("/setup/openings/check", { figures: unlike.map((f) => ({ ...f, note: "平台少2件ODC0002-OR" })) });
  await fin.post("/setup/openings/sign");
  await as("boss").post("/setup/openings/sign");
  await heldByAll(admin);
  // Who may see what is looked through once all have their roles.
  await admin.post("/admin/role/matrix");
  await admin.post("/setup/golive", { name: NAME });
  check("阶段", "live", (await admin.get("/setup/phase")).phase);
  check("期初单", "locked", [...new Set((await openings(admin)).map((o) => o.status))].join());
}

/** The same company once more: all of it is taken back. */
async function takenBack({ step, check }, { as, admin, book, one, choose, first }) {
  step("撤销全部期初");
  const found = await book.check(await tablesOf(await book.template()));
  await book.press(found.id, "commit");
  for (const [name, password] of await book.passwords(found.id)) first.set(name, password);
  await choose("fin1");
  await bookAll(admin);
  check("入账后库存金额", "128946.88", await one("select sum(stock_value) from stock"));
  const blocked = await book.press(found.id, "undo");
  check("入账后不能撤回导入", "done", blocked.status);
  const booked = (await openings(admin)).sort((a, b) => b.id - a.id);
  for (const { id } of booked) await admin.act(OPENING, id, "undo", { reason: "全部重新录入" });
  check("期初单", "undone", [...new Set((await openings(admin)).map((o) => o.status))].join());
  for (const table of LEDGERS) check(`${table} 行数`, 0, await one(`select count(*) from ${table}`));
  check("平台订单", 0, await one("select count(*) from platform_order"));
  check("应付余额", "0.00", await one("select coalesce(sum(ap_balance), 0)::numeric(18,2) from supplier"));
  check("核对行", 0, (await as("fin1").get("/setup/openings/check")).rows.length);
}

export async function company(book) {
  const outside = await start(() => ["scripts/start.mjs", "stand-ins"]);
  await withCompany({ CONNECT_PRIVATE: "on" }, async (world) => {
    const { imported } = await workbook(book, world);
    for (const [name, password] of await world.book.passwords(imported)) world.first.set(name, password);
    for (const name of world.first.keys()) if (name !== "admin") await world.choose(name);
    await goLive(book, world, await totals(book, world));
    await firstDays(book, world, outside.url);
  });
  await outside.stop();
  await withCompany({}, (world) => takenBack(book, world));
}
