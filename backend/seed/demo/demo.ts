import type { Database } from "../../db/sql";
import { once } from "../../tenancy/insert";
import { insertConnectors } from "./connect/connectors";
import { insertDeliveries } from "./deliveries";
import { insertEtl } from "./etl";
import { insertEvidence } from "./evidence";
import { insertFba } from "./fba/fba";
import { insertMonths } from "./finance/months";
import { insertPayments } from "./finance/payments";
import { insertForeign } from "./foreign";
import { insertArticles } from "./knowledge/articles";
import { insertKol } from "./kol/kol";
import { insertBills } from "./logistics/bills";
import { insertExports } from "./logistics/exports";
import { insertTemplates } from "./logistics/templates";
import { insertTransfers } from "./logistics/transfers";
import { insertLogs } from "./logs";
import { insertMappings } from "./mapping/mappings";
import { insertNotices } from "./notices/notices";
import { insertOpenings } from "./openings";
import { type DemoOptions, readDemoOptions } from "./options";
import { insertOrdering } from "./ordering";
import { insertRefunds } from "./payables/refunds";
import { insertStatements } from "./payables/statements";
import { insertBindings } from "./people/social";
import { insertStaff } from "./people/staff";
import { insertVisits } from "./people/visits";
import { insertConversions } from "./platform/conversions";
import { insertOrderRules } from "./platform/order-rules";
import { insertPlatformOrders, makeOrderMonths } from "./platform/orders";
import { insertProducts } from "./products/products";
import { insertSuppliers } from "./products/suppliers";
import { insertEvaluations } from "./promotion/evaluations";
import { insertPromotions } from "./promotion/promotions";
import { insertEvaRefunds } from "./promotion/refunds";
import { Chance } from "./random";
import { insertReceipts } from "./receipts";
import { insertRequests } from "./requests";
import { insertComplaints } from "./service/complaints";
import { insertCustomerRefunds } from "./service/refunds";
import { insertThreads } from "./service/threads";
import { insertSourcing } from "./sourcing/sourcing";
import { keepNumbers } from "./taken-numbers";

/**
 * Demo volume on a database that seedSystem filled (market.md §13). Deterministic: equal seed, day and
 * scale give equal rows. Runs once per database; answers whether it ran now.
 */
export async function seedDemo(db: Database, options: DemoOptions = {}): Promise<boolean> {
  const { documents, log, scale, seed, today } = readDemoOptions(options);
  if (documents) await makeOrderMonths(db, today);
  return once(db, "demo", async (sql) => {
    // Of the run: one that begins anew gives the same rows.
    const chance = new Chance(seed);
    const step = async (name: string, work: () => Promise<number>) => {
      const started = Date.now();
      const count = await work();
      log(`演示数据：${name} ${count} 条（${((Date.now() - started) / 1000).toFixed(1)} 秒）`);
    };
    await chance.install(sql);
    await step("用户", () => insertStaff(sql, chance, today));
    if (!documents) return;
    await step("系统通知", () => insertNotices(sql, chance, today, scale));
    await step("操作日志", () => insertLogs(sql, seed, today, scale));
    await step("页面访问", () => insertVisits(sql, seed, today, scale));
    await insertBindings(sql);
    await step("供应商", () => insertSuppliers(sql, chance, today));
    await step("产品与SKU", () => insertProducts(sql, chance, today));
    await step("请购、转请购与询价", () => insertSourcing(sql, chance, today));
    await step("采购单、合同与变更", () => insertOrdering(sql, chance, today));
    await step("交货计划与送货单", () => insertDeliveries(sql, chance, today));
    await step("期初库存与其他出入库", () => insertOpenings(sql, chance, today));
    await step("签收、质检与退换货", () => insertReceipts(sql, chance, today));
    await keepNumbers(sql);
    await step("外币采购", () => insertForeign(sql, chance, today));
    await step("运费模板", () => insertTemplates(sql, today));
    await step("调拨单", () => insertTransfers(sql, today));
    await step("FBA退货与弃置", () => insertFba(sql, today));
    await step("外部商品映射", () => insertMappings(sql, today, scale));
    await step("外部连接", () => insertConnectors(sql));
    await step("ETL任务与运行", () => insertEtl(sql, today, scale));
    await step("平台订单", () => insertPlatformOrders(sql, today, scale));
    await step("订单规则", () => insertOrderRules(sql));
    await step("订单", () => insertConversions(sql, scale));
    await step("测评", () => insertEvaluations(sql, today, scale));
    await step("返款与测评请款", () => insertEvaRefunds(sql));
    await step("平台推广", () => insertPromotions(sql, today));
    await step("站内信", () => insertThreads(sql));
    await step("知识", () => insertArticles(sql));
    await step("客户退款", () => insertCustomerRefunds(sql));
    await step("客户之声", () => insertComplaints(sql));
    await step("物流账单", () => insertBills(sql, today));
    await step("报关单与组柜单", () => insertExports(sql));
    await step("请款单", () => insertRequests(sql));
    await step("付款单", () => insertPayments(sql));
    await step("红人与合作", () => insertKol(sql, today));
    await step("供应商退款", () => insertRefunds(sql, today));
    await step("供应商对账单", () => insertStatements(sql, today));
    await step("证明文件", () => insertEvidence(sql));
    // Moves were set back to the days of their documents: what is kept beside the ledger follows.
    await sql.query("select stock_rebuild()");
    await step("月结", () => insertMonths(sql, today));
  });
}
