import type { RuleContext } from "#backend/engine/documents";
import { type Database, nextOrder, type Sql } from "#backend/platform/db";
import { once } from "#backend/platform/tenancy/insert";
import { today as now } from "#backend/platform/values";
import { documents } from "#documents";
import { supplierStatement } from "#documents/finance/payables/supplier-statement";
import { paymentRequest } from "#documents/finance/payment-request";
import { act, approveAll, asSystem, draft, personAt, startFrom } from "./acting";
import { askedAgo, hasOwnTime, workAgo } from "./clock";
import { insertConnectors } from "./connect/connectors";
import { tryConnections } from "./connect/tried";
import { insertUnknown } from "./connect/unknown";
import { insertDeliveries } from "./deliveries";
import { insertEtl } from "./etl";
import { insertFba } from "./fba/fba";
import { payDue } from "./finance/due";
import { insertFbaReports } from "./finance/fba-reports";
import { insertPayments } from "./finance/payments";
import { insertSettlements } from "./finance/settlements";
import { insertForeign } from "./foreign";
import { insertArticles } from "./knowledge/articles";
import { insertKol } from "./kol/kol";
import { insertFormerPurchases } from "./lived/purchases";
import { insertFormerOrders } from "./lived/written";
import { insertBills } from "./logistics/bills";
import { insertExports } from "./logistics/exports";
import { insertInbounds } from "./logistics/inbounds";
import { insertTemplates } from "./logistics/templates";
import { insertTransfers } from "./logistics/transfers";
import { insertLogs } from "./logs";
import { insertMappings } from "./mapping/mappings";
import { insertNotices, readOld } from "./notices/notices";
import { insertOpenings } from "./openings";
import { type DemoOptions, readDemoOptions } from "./options";
import { insertContracts } from "./order-contracts";
import { insertChanges, submitNewest } from "./order-flow";
import { insertOrders, settleOrders } from "./orders";
import { insertRefunds } from "./payables/refunds";
import { insertBindings, insertStaff } from "./people/staff";
import { insertVisits } from "./people/visits";
import { insertEvidence, insertPictures, insertSamplePhotos } from "./pictures/give";
import { insertConversions } from "./platform/conversions";
import { insertOrderRules } from "./platform/order-rules";
import { insertPlatformOrders, makeOrderMonths } from "./platform/orders";
import { insertProducts } from "./products/products";
import { insertSamples } from "./products/samples";
import { insertSuppliers } from "./products/suppliers";
import { insertEvaluations } from "./promotion/evaluations";
import { insertPromotions } from "./promotion/promotions";
import { insertEvaRefunds } from "./promotion/refunds";
import { Chance } from "./random";
import { insertRare } from "./rare/fill";
import { insertLater } from "./rare/later";
import { insertReceipts } from "./receipts";
import { uploadSample } from "./sample-files";
import { insertComplaints } from "./service/complaints";
import { insertCustomerRefunds } from "./service/refunds";
import { insertThreads } from "./service/threads";
import { settleSourcing } from "./sourcing/settle";
import { insertSourcing } from "./sourcing/sourcing";
import { insertStoryGoods } from "./story/goods";
import { insertStory } from "./story/story";

/** How far a statement comes; each is one of them in turn. */
const statementsENDS = ["confirmed", "sent", "draft", "confirmed"] as const;

/** Statements of this month with suppliers to whom something is owed, in all their states. */
async function insertStatements(sql: Sql, today: string): Promise<number> {
  const c = await personAt(asSystem(sql), "finance");
  const found = await sql.query<{ supplierId: string; currency: string }>(
    `select supplier_id as "supplierId", currency from ap_account
     where balance > 0 order by supplier_id, currency limit $1`,
    [statementsENDS.length],
  );
  for (const [i, account] of found.entries()) {
    const fromDate = `${today.slice(0, 8)}01`;
    const { id } = await draft(c, supplierStatement, { ...account, fromDate, toDate: today });
    const end = statementsENDS[i] ?? "draft";
    if (end === "draft") continue;
    await act(c, supplierStatement.name, id, "send");
    if (end === "sent") continue;
    const signedFiles = [await uploadSample(c, "document", "盖章对账单.pdf")];
    await act(c, supplierStatement.name, id, "confirm", { confirmDate: today, signedFiles });
  }
  return found.length;
}

const WAITING: [name: string, state: string, most: number, starter: string][] = [
  ["purchase_requisition", "draft", 4, "applicant_id"],
  ["turn_requisition", "draft", 2, "buyer_id"],
  ["inquiry_order", "quoted", 3, "buyer_id"],
  ["requisition_cancel", "draft", 1, "applicant_id"],
];

/** Some of the newest wait for their approval, so that the to-do lists have something to decide. */
async function submitSourcing(c: RuleContext): Promise<void> {
  for (const [name, state, most, starter] of WAITING) {
    const rows = await c.sql.query<{ id: string; starter: string }>(
      `select id, ${starter} as starter from ${name} where status = $1 and del_flag = 0
       order by ${starter} = (select id from sys_user where username = 'buyer'), id desc limit $2`,
      [state, most],
    );
    for (const { id, starter: by } of rows) await act(await personAt(c, by, "id"), name, id, "submit");
  }
}

const NAME = "payment_request";
/** How far a request comes; each is one of them in turn. */
const ENDS = [
  "approved",
  "approved",
  "auditing",
  "approved",
  "draft",
  "approved",
  "approved",
  "auditing",
  "approved",
  "void",
] as const;

const OPEN_ENDS: readonly (typeof ENDS)[number][] = ["auditing", "draft"];
/** Days over which the others were asked for. */
const ASKED_DAYS = 20;

/** Orders of which something may be asked for, of each kind of request some; who tries it as `buyer` finds some more. */
const ready = ({ sql }: RuleContext) =>
  sql.query<{ id: string; buyer: string; kind: string }>(
    `select id, buyer, kind from (
       select p.id, u.username as buyer, p.next_type as kind,
         row_number() over (partition by p.next_type, p.currency order by p.id) as n
       from payment_pool p join sys_user u on u.id = p.buyer_id
         join supplier_account a on a.supplier_id = p.supplier_id and a.currency = p.currency
           and a.is_default and a.enabled and a.del_flag = 0
       where p.reason = 'ready' and p.ask_amount > 0) x
     where n <= 40 and (kind <> 'deposit' or n <= 6 and buyer <> 'buyer') order by id limit 80`,
  );

/** Takes a draft as far as `end`: its buyer submits, whoever may approves, finance gives some up. */
async function lead(c: RuleContext, id: string, end: (typeof ENDS)[number]) {
  if (end === "draft") return;
  await act(c, NAME, id, "submit");
  if (end === "auditing") return;
  await approveAll(c, NAME, id);
  if (end === "void") await act(await personAt(c, "finance"), NAME, id, "void", { reason: "改为下月支付" });
}

/** Requests for demonstration orders in all their states; answers how many. */
async function insertRequests(sql: Sql): Promise<number> {
  const c = asSystem(sql);
  const found = await ready(c);
  const day = now();
  for (const [i, { id: poIds, buyer, kind }] of found.entries()) {
    const end = ENDS[i % ENDS.length] ?? "draft";
    // What waits for somebody does so since yesterday at the most.
    const ago = OPEN_ENDS.includes(end) ? 1 : 1 + ASKED_DAYS * (1 - i / found.length);
    await askedAgo(sql, kind, day, ago);
    const as = { ...(await personAt(c, buyer)), confirmed: true as const };
    nextOrder(sql);
    const form = await startFrom(as, paymentRequest, { poIds });
    const due = String(form.expectPayDate ?? "");
    const made = await draft(as, paymentRequest, {
      ...form,
      expectPayDate: due > day ? due : day,
      invoiceStatus: i % 4 === 3 ? "part" : "all",
      urgent: i % 7 === 2,
      ...(i % 4 === 3 && { invoiceReason: "发票随下批货物寄到" }),
    });
    await lead(as, made.id, end);
  }
  return found.length;
}

/** Purchase orders, contracts and changes (market.md 13). Needs the awards and turned lines. */
async function insertOrdering(sql: Sql, chance: Chance, today: string): Promise<number> {
  const c = asSystem(sql);
  const orders = await insertOrders(sql, chance, today);
  await settleSourcing(sql);
  const contracts = await insertContracts(c, chance, today);
  const changes = await insertChanges(c, today);
  await submitNewest(c);
  await submitSourcing(c);
  await settleOrders(sql);
  return orders.length + contracts + changes;
}

/** Numbers of rows that were written without the counter are taken: what is made next comes behind them. */
async function keepNumbers(sql: Sql): Promise<void> {
  for (const { number, table, of } of documents) {
    if (!number || of) continue;
    await sql.query(
      `insert into doc_sequence as s (tenant_id, prefix, biz_date, val)
       select tenant_id, $1, to_date(substr(no, 3, 6), 'YYMMDD'), max(substr(no, 9)::int)
       from ${table} where no ~ ('^' || $1 || '[0-9]{10,12}$') group by 1, 3
       on conflict (tenant_id, prefix, biz_date) do update set val = greatest(s.val, excluded.val)`,
      [number],
    );
  }
}

/** Who works here and what they did and read: nothing that is made later changes it. */
export async function insertPeople(
  sql: Sql,
  chance: Chance,
  options: ReturnType<typeof readDemoOptions>,
  step: DemoStep,
) {
  const { seed, today, scale } = options;
  await step("用户", () => insertStaff(sql, chance, today));
  if (!options.documents) return;
  await step("系统通知", () => insertNotices(sql, chance, today, scale));
  await step("操作日志", () => insertLogs(sql, seed, today, scale));
  await step("页面访问", () => insertVisits(sql, seed, today, scale));
}

type DemoStep = (name: string, work: () => Promise<number>) => Promise<void>;

/**
 * Demo volume on a database that seedSystem filled (market.md §13). Deterministic: equal seed, day and
 * scale give equal rows. Runs once per database; answers whether it ran now.
 */
export async function seedDemo(db: Database, options: DemoOptions = {}): Promise<boolean> {
  const read = readDemoOptions(options);
  const { documents, log, scale, seed, today } = read;
  if (documents) await makeOrderMonths(db, today);
  const made = await once(db, "demo", async (sql) => {
    // Of the run: one that begins anew gives the same rows.
    const chance = new Chance(seed);
    const step: DemoStep = async (name, work) => {
      // Of the clock on the wall: the demonstration may have another one.
      const started = performance.now();
      nextOrder(sql);
      await workAgo(sql, 0);
      const count = await work();
      await workAgo(sql, 0);
      log(`演示数据：${name} ${count} 条（${((performance.now() - started) / 1000).toFixed(1)} 秒）`);
    };
    await chance.install(sql);
    await insertPeople(sql, chance, read, step);
    if (!documents) return;
    await insertBindings(sql);
    // Where all happens on one day, as with a seed of one's own, months of work would take minutes and tell nothing.
    const lived = scale === 1 && hasOwnTime();
    await step("供应商", () => insertSuppliers(sql, chance, today, scale));
    await step("产品与SKU", () => insertProducts(sql, chance, today));
    await step("导览商品", () => insertStoryGoods(sql));
    await step("封样草稿", () => insertSamples(sql));
    await step("产品图片", () => insertPictures(sql));
    await insertSamplePhotos(sql);
    await step("请购、转请购与询价", () => insertSourcing(sql, chance, today));
    await step("采购单、合同与变更", () => insertOrdering(sql, chance, today));
    await step("交货计划与送货单", () => insertDeliveries(sql, chance, today));
    await step("期初库存与其他出入库", () => insertOpenings(sql, chance, today));
    await step("签收、质检与退换货", () => insertReceipts(sql, chance, today));
    await keepNumbers(sql);
    await step("外币采购", () => insertForeign(sql, chance, today));
    await step("运费模板", () => insertTemplates(sql, today));
    await step("调拨单", () => insertTransfers(sql, today, scale));
    await step("FBA退货与弃置", () => insertFba(sql, today));
    await step("外部商品映射", () => insertMappings(sql, today, scale));
    await step("外部连接", () => insertConnectors(sql));
    await step("FBA入库计划", () => insertInbounds(sql));
    await step("ETL任务与运行", () => insertEtl(sql, today, scale));
    await step("平台订单", () => insertPlatformOrders(sql, today, scale));
    if (lived) await step("发出的订单", () => insertFormerOrders(sql));
    await step("订单规则", () => insertOrderRules(sql));
    await step("订单", () => insertConversions(sql, scale));
    await step("待映射", () => insertUnknown(sql));
    await step("测评", () => insertEvaluations(sql, today, scale));
    await step("返款与测评请款", () => insertEvaRefunds(sql));
    await step("平台推广", () => insertPromotions(sql, today));
    await step("站内信", () => insertThreads(sql, scale));
    await step("知识", () => insertArticles(sql, today));
    await step("客户退款", () => insertCustomerRefunds(sql, lived));
    await step("客户之声", () => insertComplaints(sql));
    await step("物流账单", () => insertBills(sql, today));
    await step("报关单与组柜单", () => insertExports(sql));
    await step("请款单", () => insertRequests(sql));
    await step("付款单", () => insertPayments(sql, scale));
    await step("结算单与回款单", () => insertSettlements(sql, today));
    await step("FBA报告数据", () => insertFbaReports(sql, today));
    await step("红人与合作", () => insertKol(sql, today));
    await step("供应商退款", () => insertRefunds(sql, today));
    await step("供应商对账单", () => insertStatements(sql, today));
    // Tests make the small one anew; a company looks at the other one. Before the guide, whose documents keep theirs.
    if (scale === 1) await step("少见状态", () => insertRare(sql));
    if (lived) await step("往期采购", () => insertFormerPurchases(sql, today));
    if (scale === 1) await step("到期付款", () => payDue(sql, today));
    await step("演示导览", () => insertStory(sql, today));
    await step("证明文件", () => insertEvidence(sql));
    if (scale === 1) await readOld(sql, today);
    // Moves were set back to the days of their documents: what is kept beside the ledger follows.
    await sql.query("select stock_rebuild()");
  });
  if (made && documents) {
    await tryConnections(db);
    if (scale === 1) await insertLater(db);
  }
  return made;
}
