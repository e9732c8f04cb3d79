import { sweepAuth } from "../auth/sweep";
import type { BackendConfig } from "../config";
import { sendOutbox } from "../connect/drain";
import { SEND } from "../connect/enqueue";
import { READ } from "../connect/feed";
import { makeMonthsAhead } from "../db/month-parts";
import { watchAlerts } from "../desk/alerts/watch";
import { sweepExports } from "../documents/exports/store";
import { sweepOrphans } from "../files/orphans";
import { storesOf } from "../files/store";
import { sweepImports } from "../imports/store";
import { sweepLogs } from "../logs/keep";
import { expireDue, pushDue } from "../notices/due";
import { engine } from "../rules";
import { watchBudgets } from "../rules/advertisement/target-portfolio/watch";
import { embedded } from "../rules/base/etl/embedded";
import { WATCH } from "../rules/base/etl/runs";
import { sweepRuns } from "../rules/base/etl/schedule";
import { watchEtl } from "../rules/base/etl/watch";
import { zeta } from "../rules/base/etl/zeta";
import { pullStock } from "../rules/base/mapping/pull-stock";
import { makeMonths } from "../rules/finance/month-close/months";
import { expireArticles } from "../rules/knowledge/expire";
import { watchSales } from "../rules/kol/cooperation/watch";
import { releaseStars } from "../rules/kol/star/auto-release";
import { expireTemplates } from "../rules/logistics/freight/expiry";
import { advanceOrders } from "../rules/order/feed/advance";
import { orderRemote } from "../rules/order/feed/etl-job";
import { syncOrders } from "../rules/order/feed/sync";
import { trackPackages } from "../rules/order/package/outside/track";
import { ADVANCE } from "../rules/order/platform/due";
import { completeShipped } from "../rules/order/sales/complete";
import { purgePersonal } from "../rules/personal/purge";
import { expireSamples } from "../rules/product/seal-sample/expiry";
import { refreshStock } from "../rules/product/stock/sku";
import { turnPromotions } from "../rules/promotion/platform/turn";
import { remindPlans } from "../rules/purchase/delivery-plan/notice";
import { reckonNightly } from "../rules/replenish/replenish";
import { restoreCustomers } from "../rules/service/customer/auto-restore";
import { closeThreads } from "../rules/service/message/close";
import { READ_MAIL, readMessages } from "../rules/service/message/read";
import { postSales } from "../rules/wms/fba/sale/post-days";
import { checkStock } from "../rules/wms/stock/check";
import { advanceFacts } from "../seed";
import { remindDue, replaceLost } from "../workflow/urge";
import type { Job } from "./job";
import { outboxHandlers } from "./outbox";
import { sweepKeys } from "./sweep-keys";

const MINUTELY = "* * * * *";
const TENTHS = "*/10 * * * *";
const HOURLY = "7 * * * *";
/** 02:00 in Shanghai. */
const NIGHTLY = "0 18 * * *";

/** All work by the clock. */
export const jobsOf = (config: BackendConfig): Job[] => [
  { name: SEND, title: "发送队列", cron: MINUTELY, run: (db) => sendOutbox(db, outboxHandlers) },
  { name: READ, title: "平台订单同步", cron: MINUTELY, run: (db) => syncOrders(db, engine) },
  { name: ADVANCE, title: "平台订单处理", cron: MINUTELY, run: (db) => advanceOrders(db, engine) },
  { name: "pushNotices", title: "定时推送通知", cron: MINUTELY, run: pushDue },
  { name: "expireNotices", title: "通知失效", cron: MINUTELY, run: expireDue },
  { name: "expireSamples", title: "封样过期", cron: MINUTELY, run: expireSamples },
  { name: "remindPlans", title: "交货计划到期提醒", cron: MINUTELY, run: remindPlans },
  { name: "watchBudgets", title: "广告预算预警与结束", cron: MINUTELY, run: watchBudgets },
  { name: "turnPromotions", title: "平台推广开始与结束", cron: MINUTELY, run: turnPromotions },
  { name: "watchAlerts", title: "预警订阅", cron: TENTHS, run: (db) => watchAlerts(db, engine) },
  { name: "refreshStock", title: "SKU库存数量", cron: MINUTELY, run: refreshStock },
  { name: "makeMonths", title: "月结月份", cron: TENTHS, run: (db) => makeMonths(db) },
  { name: "monthParts", title: "按月分表", cron: NIGHTLY, attempts: 3, run: makeMonthsAhead },
  { name: "expireFreight", title: "运费模板过期", cron: HOURLY, run: expireTemplates },
  {
    name: "postSales",
    title: "平台销售出库",
    cron: TENTHS,
    run: (db) => postSales(db, engine),
  },
  {
    name: "watchKolSales",
    title: "红人归因统计",
    cron: HOURLY,
    run: (db) => watchSales(db, engine),
  },
  {
    name: READ_MAIL,
    title: "站内信收取",
    cron: MINUTELY,
    run: async (db) => void (await readMessages(db, engine)),
  },
  { name: "expireArticles", title: "知识过期下架", cron: HOURLY, run: expireArticles },
  { name: "closeThreads", title: "会话自动关闭", cron: HOURLY, run: closeThreads },
  { name: "releaseStars", title: "红人自动释放", cron: HOURLY, run: releaseStars },
  { name: "restoreCustomers", title: "客户黑名单到期", cron: HOURLY, run: restoreCustomers },
  { name: "completeOrders", title: "订单自动完成", cron: HOURLY, run: completeShipped },
  {
    name: "trackPackages",
    title: "包裹轨迹",
    cron: TENTHS,
    run: (db) => trackPackages(db, engine),
  },
  { name: "checkStock", title: "库存对账", cron: NIGHTLY, attempts: 3, run: checkStock },
  { name: "pullStock", title: "拉取三方仓库存", cron: NIGHTLY, attempts: 3, run: pullStock },
  { name: "replenish", title: "补货计算", cron: NIGHTLY, attempts: 3, run: reckonNightly },
  { name: "sweepAuth", title: "清理登录数据", cron: MINUTELY, run: sweepAuth },
  { name: "sweepImports", title: "清理导入文件", cron: HOURLY, run: sweepImports },
  { name: "sweepExports", title: "清理导出文件", cron: HOURLY, run: sweepExports },
  { name: "sweepLogs", title: "清理日志", cron: HOURLY, run: sweepLogs },
  {
    name: "sweepOrphans",
    title: "清理未使用文件",
    cron: HOURLY,
    run: (db) => sweepOrphans(db, storesOf(config)),
  },
  {
    name: "purgePersonal",
    title: "清除到期的收件信息",
    cron: NIGHTLY,
    attempts: 3,
    run: purgePersonal,
  },
  {
    name: WATCH,
    title: "ETL任务",
    cron: MINUTELY,
    run: (db) =>
      watchEtl(
        db,
        config.seatunnelUrl ? zeta(config.seatunnelUrl) : embedded(db, [orderRemote(engine)]),
      ),
  },
  { name: "sweepEtl", title: "清理ETL运行记录", cron: HOURLY, run: sweepRuns },
  { name: "sweepKeys", title: "清理幂等键", cron: HOURLY, run: sweepKeys },
  { name: "advanceFacts", title: "演示数据到昨天", cron: MINUTELY, run: (db) => advanceFacts(db) },
  {
    name: "remindApprovers",
    title: "审批到期提醒",
    cron: MINUTELY,
    run: (db) => remindDue(db, engine.flows),
  },
  {
    name: "replaceApprovers",
    title: "审批人失效转移",
    cron: MINUTELY,
    run: (db) => replaceLost(db, engine.flows),
  },
];
