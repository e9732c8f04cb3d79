import { adChangeHandler } from "#backend/domain/advertisement/change/send";
import { turnDayparts } from "#backend/domain/advertisement/daypart/daypart";
import { turnPacings } from "#backend/domain/advertisement/pacing/pacing";
import { runAdRules } from "#backend/domain/advertisement/rule/rule";
import { watchBudgets } from "#backend/domain/advertisement/target-portfolio/watch";
import { sweepRuns } from "#backend/domain/base/etl/cron";
import { embedded } from "#backend/domain/base/etl/embedded";
import { WATCH } from "#backend/domain/base/etl/runs";
import { watchEtl } from "#backend/domain/base/etl/watch";
import { zeta } from "#backend/domain/base/etl/zeta";
import { pullMapping } from "#backend/domain/base/mapping/pull";
import { pullStock } from "#backend/domain/base/mapping/pull-stock";
import { pushMapping } from "#backend/domain/base/mapping/push";
import { FETCH_PICTURES, fetchPictures } from "#backend/domain/base/pictures/fetch";
import { LOAD_PICTURES, loadPictures } from "#backend/domain/base/pictures/load";
import { fetchRates } from "#backend/domain/base/rates/fetch";
import { RUN_WORKBOOKS, runWorkbooks } from "#backend/domain/base/workbook/steps";
import { sweepWorkbooks } from "#backend/domain/base/workbook/store";
import { makeMonths } from "#backend/domain/finance/months";
import { matchReceipts } from "#backend/domain/finance/receivable/auto";
import { FETCH_ADS, fetchAds } from "#backend/domain/intake/ads/fetch";
import { ASK_REPORTS, askReports } from "#backend/domain/intake/ask";
import { FETCH_REPORTS, fetchReports } from "#backend/domain/intake/fetch";
import { sweepReportFiles } from "#backend/domain/intake/files/keep-files";
import { readRanks } from "#backend/domain/intake/listings/ranks";
import { TAKE_REPORTS } from "#backend/domain/intake/report-file";
import { TELL_DATA, tellData } from "#backend/domain/intake/status/tell";
import { takeReports } from "#backend/domain/intake/take";
import { expireArticles } from "#backend/domain/knowledge/expire";
import { watchSales } from "#backend/domain/kol/cooperation/watch";
import { releaseStars } from "#backend/domain/kol/star/transitions";
import { claimLosses } from "#backend/domain/logistics/claim/losses";
import { expireTemplates } from "#backend/domain/logistics/freight/expiry";
import { inboundHandler, labelsHandler } from "#backend/domain/logistics/inbound/handlers";
import { advanceOrders } from "#backend/domain/order/feed/advance";
import { confirm } from "#backend/domain/order/feed/confirm";
import { orderRemote } from "#backend/domain/order/feed/etl-job";
import { syncOrders } from "#backend/domain/order/feed/sync";
import { packageHandlers } from "#backend/domain/order/package/outside/handlers";
import { trackPackages } from "#backend/domain/order/package/outside/track";
import { ADVANCE } from "#backend/domain/order/platform/due";
import { completeShipped } from "#backend/domain/order/sales/complete";
import { purgePersonal } from "#backend/domain/personal/purge";
import { expireSamples } from "#backend/domain/product/seal-sample/expiry";
import { refreshStock } from "#backend/domain/product/stock/sku";
import { turnPromotions } from "#backend/domain/promotion/platform/turn";
import { remindPlans } from "#backend/domain/purchase/delivery-plan/notice";
import { reckonNightly } from "#backend/domain/replenish/replenish";
import { restoreCustomers } from "#backend/domain/service/customer/auto-restore";
import { closeThreads } from "#backend/domain/service/message/close";
import { READ_MAIL, readMessages } from "#backend/domain/service/message/read";
import { sendMessage } from "#backend/domain/service/message/send";
import { refundHandler } from "#backend/domain/service/refund/send";
import { postSales } from "#backend/domain/wms/fba/sale/post-days";
import { checkStock } from "#backend/domain/wms/stock/check";
import { backUpNightly } from "#backend/engine/backup/nightly";
import { sendOutbox } from "#backend/engine/connect/drain";
import { SEND } from "#backend/engine/connect/enqueue";
import { READ } from "#backend/engine/connect/feed";
import { ping } from "#backend/engine/connect/ping";
import type { OutboxHandler } from "#backend/engine/connect/words";
import { watchAlerts } from "#backend/engine/desk/alerts/watch";
import { sweepExports } from "#backend/engine/documents/exports/store";
import { sweepImports } from "#backend/engine/imports/store";
import { expireDue, pushDue } from "#backend/engine/notices/due";
import { remindDue, replaceLost } from "#backend/engine/workflow/urge";
import { sweepAuth } from "#backend/platform/auth/sweep";
import type { BackendConfig } from "#backend/platform/config";
import type { Database, Sql } from "#backend/platform/db";
import { makeMonthsAhead } from "#backend/platform/db/month-parts";
import { sweepOrphans } from "#backend/platform/files/orphans";
import { storesOf } from "#backend/platform/files/store";
import type { Job } from "#backend/platform/jobs/queue";
import { sweepLogs } from "#backend/platform/logs/keep";
import { advanceDemonstration, mayAskReports } from "./demo";
import { engine } from "./domain";

/** How each kind of message is sent. */
const outboxHandlers = (config: BackendConfig): readonly OutboxHandler[] => [
  ping,
  pushMapping,
  pullMapping,
  confirm,
  sendMessage,
  ...packageHandlers(engine),
  refundHandler(engine),
  adChangeHandler(engine),
  inboundHandler(engine),
  labelsHandler(engine, config),
];

/** Removes idempotency keys older than each tenant's parameter says. */
const sweepKeys = (sql: Sql) =>
  sql.query(
    `delete from idempotency i where create_time < now() - make_interval(hours => coalesce(
       (select value::int from sys_param p where p.tenant_id = i.tenant_id
        and p.param_key = 'idempotency_hours' and p.del_flag = 0), 24))`,
  );

/** What the hour asks of advertising: dayparts and pacings first, since rules look at what runs. */
async function turnAds(db: Database): Promise<void> {
  await turnDayparts(db, engine);
  await turnPacings(db, engine);
  await runAdRules(db, engine);
}

const MINUTELY = "* * * * *";
const TENTHS = "*/10 * * * *";
const HOURLY = "7 * * * *";
/** 02:00 in Shanghai. */
const NIGHTLY = "0 18 * * *";
/** 03:30, behind what the night reckons. */
const BACKUP = "30 19 * * *";

/** All work by the clock. */
export const jobsOf = (config: BackendConfig): Job[] => [
  { name: SEND, title: "发送队列", cron: MINUTELY, run: (db) => sendOutbox(db, outboxHandlers(config)) },
  { name: READ, title: "平台订单同步", cron: MINUTELY, run: (db) => syncOrders(db, engine) },
  { name: ADVANCE, title: "平台订单处理", cron: MINUTELY, run: (db) => advanceOrders(db, engine) },
  ...(config.reports
    ? [
        {
          name: FETCH_REPORTS,
          title: "平台报告获取",
          cron: MINUTELY,
          run: (db: Database) => fetchReports(db, engine, config),
        },
        {
          name: ASK_REPORTS,
          title: "平台报告申请",
          cron: MINUTELY,
          run: async (db: Database) => (mayAskReports() ? askReports(db, engine, config) : undefined),
        },
        { name: "readRanks", title: "商品排名", cron: HOURLY, run: readRanks },
        { name: FETCH_ADS, title: "广告数据获取", cron: MINUTELY, run: fetchAds },
        { name: TELL_DATA, title: "数据完整性提醒", cron: TENTHS, run: tellData },
      ]
    : []),
  { name: TAKE_REPORTS, title: "报告解析", cron: MINUTELY, run: (db) => takeReports(db, engine, config) },
  { name: "pushNotices", title: "定时推送通知", cron: MINUTELY, run: pushDue },
  { name: "expireNotices", title: "通知失效", cron: MINUTELY, run: expireDue },
  { name: "expireSamples", title: "封样过期", cron: MINUTELY, run: expireSamples },
  { name: "remindPlans", title: "交货计划到期提醒", cron: MINUTELY, run: remindPlans },
  { name: "watchBudgets", title: "广告预算预警与结束", cron: MINUTELY, run: watchBudgets },
  { name: "runAdRules", title: "广告自动规则", cron: HOURLY, run: turnAds },
  { name: "turnPromotions", title: "平台推广开始与结束", cron: MINUTELY, run: turnPromotions },
  { name: "watchAlerts", title: "预警订阅", cron: TENTHS, run: (db) => watchAlerts(db, engine) },
  { name: "refreshStock", title: "SKU库存数量", cron: MINUTELY, run: refreshStock },
  { name: "makeMonths", title: "月结月份", cron: TENTHS, run: (db) => makeMonths(db) },
  { name: "monthParts", title: "按月分表", cron: NIGHTLY, attempts: 3, run: makeMonthsAhead },
  { name: "expireFreight", title: "运费模板过期", cron: HOURLY, run: expireTemplates },
  { name: "postSales", title: "平台销售出库", cron: TENTHS, run: (db) => postSales(db, engine) },
  { name: "matchReceipts", title: "回款匹配", cron: TENTHS, run: (db) => matchReceipts(db, engine) },
  { name: "watchKolSales", title: "红人归因统计", cron: HOURLY, run: (db) => watchSales(db, engine) },
  { name: READ_MAIL, title: "站内信收取", cron: MINUTELY, run: async (db) => void (await readMessages(db, engine)) },
  { name: "expireArticles", title: "知识过期下架", cron: HOURLY, run: expireArticles },
  { name: "closeThreads", title: "会话自动关闭", cron: HOURLY, run: closeThreads },
  { name: "releaseStars", title: "红人自动释放", cron: HOURLY, run: releaseStars },
  { name: "restoreCustomers", title: "客户黑名单到期", cron: HOURLY, run: restoreCustomers },
  { name: "completeOrders", title: "订单自动完成", cron: HOURLY, run: completeShipped },
  { name: "trackPackages", title: "包裹轨迹", cron: TENTHS, run: (db) => trackPackages(db, engine) },
  { name: "checkStock", title: "库存对账", cron: NIGHTLY, attempts: 3, run: checkStock },
  { name: "pullStock", title: "拉取三方仓库存", cron: NIGHTLY, attempts: 3, run: pullStock },
  { name: "claimLosses", title: "FBA丢失索赔", cron: NIGHTLY, attempts: 3, run: (db) => claimLosses(db, engine) },
  { name: "replenish", title: "补货计算", cron: NIGHTLY, attempts: 3, run: reckonNightly },
  { name: "sweepAuth", title: "清理登录数据", cron: MINUTELY, run: sweepAuth },
  { name: "sweepImports", title: "清理导入文件", cron: HOURLY, run: sweepImports },
  { name: RUN_WORKBOOKS, title: "建账导入", cron: MINUTELY, run: (db) => runWorkbooks(db, engine, config) },
  { name: LOAD_PICTURES, title: "商品图片导入", cron: MINUTELY, run: (db) => loadPictures(db, engine, config) },
  { name: FETCH_PICTURES, title: "商品图片下载", cron: MINUTELY, run: (db) => fetchPictures(db, engine, config) },
  { name: "sweepWorkbooks", title: "清理建账文件内容", cron: HOURLY, run: sweepWorkbooks },
  { name: "sweepExports", title: "清理导出文件", cron: HOURLY, run: sweepExports },
  { name: "sweepLogs", title: "清理日志", cron: HOURLY, run: sweepLogs },
  { name: "sweepOrphans", title: "清理未使用文件", cron: HOURLY, run: (db) => sweepOrphans(db, storesOf(config)) },
  {
    name: "sweepReportFiles",
    title: "清理到期的报告原文件",
    cron: NIGHTLY,
    attempts: 3,
    run: (db) => sweepReportFiles(db, storesOf(config)),
  },
  { name: "purgePersonal", title: "清除到期的收件信息", cron: NIGHTLY, attempts: 3, run: purgePersonal },
  {
    name: WATCH,
    title: "ETL任务",
    cron: MINUTELY,
    run: (db) => watchEtl(db, config.seatunnelUrl ? zeta(config.seatunnelUrl) : embedded(db, [orderRemote(engine)])),
  },
  { name: "sweepEtl", title: "清理ETL运行记录", cron: HOURLY, run: sweepRuns },
  ...(config.ratesUrl === "off"
    ? []
    : [
        {
          name: "fetchRates",
          title: "每日汇率",
          cron: HOURLY,
          run: (db: Database) => fetchRates(db, { url: config.ratesUrl }),
        },
      ]),
  { name: "sweepKeys", title: "清理幂等键", cron: HOURLY, run: sweepKeys },
  ...(config.backups.keepDays
    ? [
        {
          name: "backup",
          title: "自动备份",
          cron: BACKUP,
          attempts: 3,
          run: (db: Database) => backUpNightly(db, config),
        },
      ]
    : []),
  { name: "advanceFacts", title: "演示数据到昨天", cron: MINUTELY, run: advanceDemonstration },
  { name: "remindApprovers", title: "审批到期提醒", cron: MINUTELY, run: (db) => remindDue(db, engine.flows) },
  { name: "replaceApprovers", title: "审批人失效转移", cron: MINUTELY, run: (db) => replaceLost(db, engine.flows) },
];
