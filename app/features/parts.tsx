import { type DocumentName, documentNamed, isDeclared } from "#documents";
import { goodsMappings } from "#documents/base/mapping";
import { listAddress } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PartRow, Parts, Tabbed } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { formatDateTime, textOrDash } from "~/text";
import { Alert, buttonClass } from "~/ui";
import { EtlOverview } from "./base/etl-overview";
import { EtlRunParts, EtlTaskParts } from "./base/etl-parts";
import { RateHistory } from "./base/rate-history";
import { PerformanceHead } from "./cockpit/performance-head";
import { ProfitHead } from "./cockpit/profit-head";
import { AccountMonths } from "./finance/account-months";
import { MonthChecks } from "./finance/month-checks";
import { OaSheet } from "./finance/oa-sheet";
import { RequestSheet } from "./finance/request-sheet";
import { StatementParts } from "./finance/statement-parts";
import { StatementSheet } from "./finance/statement-sheet";
import { ArticleSheet, ArticleText, articleTabs } from "./knowledge/article-parts";
import { CooperationBoard } from "./kol/cooperation-board";
import { AgreementSheet, FeeSheet, SampleSheet } from "./kol/kol-sheets";
import { soldTab } from "./kol/sold-orders";
import { starTabs } from "./kol/star-parts";
import { CommercialInvoice, DeclarationSheet, PackingList, SalesContract } from "./logistics/customs-sheets";
import { InboundBoxes, PieceLabels, PieceSheetsA4, PieceSheetsLetter } from "./logistics/inbound-labels";
import { InboundChoices, inboundTabs } from "./logistics/inbound-parts";
import { LoadingSheet } from "./logistics/loading-sheet";
import { versionTab } from "./logistics/template-versions";
import { BoxLabels, boxTab, PackingSheet, PickingSheet } from "./logistics/transfer-sheets";
import { orderRuleTab } from "./order/order-rules";
import { OrderInvoice, OrderPicking, orderPackageTab } from "./order/order-sheets";
import { packageTabs } from "./order/package-parts";
import { PackageLabel, PackagePicking, PackageShipping } from "./order/package-sheets";
import { Matrix } from "./product/matrix";
import { SealCard, SkuLabels } from "./product/seal-card";
import { Changes, spuTabs } from "./product/spu-parts";
import { burnTab, workOrderTab } from "./promotion/promotion-parts";
import { EvaRequestSheet, PhotoSheet, RefundSheet, VerifySheet } from "./promotion/promotion-sheets";
import { ChangeParts } from "./purchase/change-parts";
import { ContractFiles } from "./purchase/contract-files";
import { ContractParts } from "./purchase/contract-parts";
import { ContractSheet } from "./purchase/contract-sheet";
import { CartonLabels, DeliveryNote } from "./purchase/delivery-note";
import { PastInspections } from "./purchase/inspection-past";
import { InspectionSheet } from "./purchase/inspection-sheet";
import { orderTabs } from "./purchase/order-parts";
import { OrderSheet } from "./purchase/order-sheet";
import { QuoteParts, QuoteSheet } from "./purchase/quotes";
import { RequisitionSheet } from "./purchase/requisition-sheet";
import { ReturnSheet } from "./purchase/return-sheet";
import { customerTabs } from "./service/customer-parts";
import { allOrderTabs } from "./service/order-parts";
import { ThreadTalk } from "./service/thread-talk";
import { VocOverview, VocSheet } from "./service/voc-parts";
import { SupplierDetail, supplierTabs } from "./supplier/supplier-parts";
import { BacktestParts } from "./wms/backtest-parts";
import { ShelfLabels } from "./wms/shelf-labels";

/** What keeps the rule from running, and the way to what it would make of orders, writing nothing. */
function RuleTrial({ row }: DetailProps<"order_rule">) {
  const { conflictsWith: conflicts = [] } = row;
  return (
    <>
      {conflicts.length > 0 && (
        <Alert tone="warning">
          {row.status === "enabled" ? "与启用的规则冲突：" : "启用后与这些规则冲突："}
          {conflicts.map(({ ruleId, ruleName, says }, i) => (
            <span key={ruleId}>
              {i > 0 && "；"}
              {rowLink("order_rule", ruleId, ruleName)}：{says}
            </span>
          ))}
        </Alert>
      )}
      <p className="btns">
        <a className={buttonClass("plain")} href={`/ordermanage/orderRule/simulate?id=${row.id}`}>
          试运行
        </a>
        <span className="hint">用最近7天的订单试一遍，不改变任何数据</span>
      </p>
    </>
  );
}

/** What a rule said at each of its versions, newest first. */
function ruleVersionTab({ row: { versions = [] } }: DetailProps<"order_rule">): Tabbed[] {
  if (versions.length < 2) return [];
  const content = (
    <PartTable
      title="版本"
      head={["版本", "时间", "修改人", "优先级", "条件", "动作"]}
      rows={versions}
      cells={(v) => [
        `版本${v.version}`,
        formatDateTime(v.time),
        textOrDash(v.by),
        v.priority,
        textOrDash(v.conditionText),
        textOrDash(v.actionText),
      ]}
    />
  );
  return [{ key: "versions", label: "版本", count: versions.length, content }];
}

const numberOrDash = (value: unknown) => (typeof value === "number" ? String(value) : "—");

/** What lies at the other side by its own word, beside what lies there by ours. */
function mappingStockTab({ row }: DetailProps<"hs_goods_mapping">): Tabbed[] {
  const { places = [] } = row;
  if (!places.length) return [];
  const when = row.lastPullTime ? `（${formatDateTime(row.lastPullTime)}拉取）` : "";
  const content = (
    <>
      <p className="hint">
        对方库存 {numberOrDash(row.externalQty)}
        {when}，换算数量 {String(row.ratio)}，我方在库 {numberOrDash(row.ownQty)}，差异 {numberOrDash(row.qtyDiff)}
      </p>
      <PartTable
        title="我方库存"
        head={["仓库", "在库", "可用", "在途"]}
        rows={places}
        cells={(p) => [p.warehouse, p.onHand, p.available, p.transit]}
      />
    </>
  );
  return [{ key: "stock", label: "库存核对", content }];
}

type ShownStep = NonNullable<PartRow<"replenish">["steps"]>[number];

/** The figure, as the way to the list that it comes from. */
const figure = ({ value, document, where }: ShownStep) =>
  document && isDeclared(document) ? <a href={listAddress(documentNamed(document), where ?? {})}>{value}</a> : value;

/** 计算过程 of a suggestion: each step in words, its figure and where that comes from. */
const ReplenishSteps = ({ row }: DetailProps<"replenish">) => (
  <PartTable
    title="计算过程"
    head={["步骤", "结果", "怎么算的"]}
    rows={row.steps ?? []}
    cells={(step) => [step.label, figure(step), step.says]}
  />
);

/** 改期记录: what stood there before, what now, and why. */
function PlanChanges({ row: { changes = [] } }: DetailProps<"delivery_plan">) {
  if (!changes.length) return null;
  return (
    <PartTable
      title="改期记录"
      head={["行", "SKU", "原交期", "新交期", "原数量", "新数量", "原因", "改期人", "时间"]}
      rows={changes}
      cells={(c) =>
        [c.planLineNo, c.skuCode, c.oldDate, c.newDate, c.oldQty, c.newQty, c.reason, c.changedBy, c.changedAt].map(
          textOrDash,
        )
      }
    />
  );
}

const mapping: Parts<"hs_goods_mapping"> = { tabs: mappingStockTab };

const profit = { overview: ProfitHead };

const parts: { [N in DocumentName]?: Parts<N> } = {
  profit_msku: profit,
  profit_sku: profit,
  profit_asin: profit,
  profit_parent: profit,
  profit_store: profit,
  profit_group: profit,
  profit_month: profit,
  performance_day: { overview: PerformanceHead },
  ...Object.fromEntries(goodsMappings.map(({ name }) => [name, mapping])),
  spu: { detail: Matrix, tabs: spuTabs },
  sku: { print: SkuLabels, sheet: "label" },
  sku_special_edit: { detail: Changes },
  seal_sample: { print: SealCard, sheet: "a5" },
  supplier: { detail: SupplierDetail, tabs: supplierTabs },
  purchase_requisition: { print: RequisitionSheet },
  inquiry_order: { detail: QuoteParts, print: QuoteSheet, sheet: "lying" },
  purchase_order: { tabs: orderTabs, print: OrderSheet },
  purchase_contract: {
    detail: ContractParts,
    print: ContractSheet,
    pages: { taxPicture: ContractSheet, nonTaxPicture: ContractSheet, signedFiles: ContractFiles },
  },
  delivery_plan: { detail: PlanChanges },
  delivery: { print: DeliveryNote, sheet: "a5", pages: { cartons: CartonLabels } },
  inspection: { detail: PastInspections, print: InspectionSheet },
  purchase_return: { print: ReturnSheet },
  payment_request: { prints: { slip: RequestSheet } },
  purchase_exchange: { print: ReturnSheet },
  purchase_change: { detail: ChangeParts, ownLines: true, first: true },
  etl_task: { overview: EtlOverview, detail: EtlTaskParts },
  etl_run: { detail: EtlRunParts },
  exchange_rate: { detail: RateHistory },
  month_close: { detail: MonthChecks, first: true, sheet: "lying" },
  oa_payment: { print: OaSheet },
  company_account: { detail: AccountMonths },
  supplier_statement: { detail: StatementParts, first: true, print: StatementSheet },
  customs_declaration: {
    prints: {
      declaration: DeclarationSheet,
      packing: PackingList,
      invoice: CommercialInvoice,
      contract: SalesContract,
    },
  },
  cabinet_combination: { print: LoadingSheet },
  fba_inbound: {
    tabs: inboundTabs,
    detail: InboundChoices,
    first: true,
    prints: { fnsku: PieceLabels, fnskuA4: PieceSheetsA4, fnskuLetter: PieceSheetsLetter, boxes: InboundBoxes },
  },
  transfer: { tabs: boxTab, prints: { labels: BoxLabels, picking: PickingSheet, packing: PackingSheet } },
  freight_template: { tabs: versionTab },
  sales_order: {
    tabs: (of) => [...orderPackageTab(of), ...orderRuleTab(of)],
    prints: { picking: OrderPicking, invoice: OrderInvoice },
  },
  evaluation_resource: { tabs: burnTab },
  evaluation: { tabs: (of) => [...workOrderTab(of), ...burnTab(of)], prints: { photos: PhotoSheet } },
  evaluation_order: { prints: { photos: PhotoSheet } },
  eva_refund: { prints: { slip: RefundSheet, verify: VerifySheet, photos: PhotoSheet } },
  eva_request: { prints: { slip: EvaRequestSheet } },
  evaluation_application: { tabs: burnTab },
  package_order: {
    tabs: packageTabs,
    prints: { label: PackageLabel, picking: PackagePicking, shipping: PackageShipping },
  },
  order_rule: { detail: RuleTrial, tabs: ruleVersionTab },
  all_order: { tabs: allOrderTabs },
  cs_thread: { detail: ThreadTalk, ownLines: true, first: true },
  knowledge: {
    detail: ArticleText,
    first: true,
    shows: ["content"],
    tabs: articleTabs,
    prints: { article: ArticleSheet },
  },
  star: { tabs: starTabs },
  cooperation: { overview: CooperationBoard, tabs: (of) => [soldTab(of)], prints: { agreement: AgreementSheet } },
  deliver: { prints: { sample: SampleSheet } },
  ads_fee: { prints: { slip: FeeSheet } },
  customer: { tabs: customerTabs },
  voc: { overview: VocOverview, prints: { handling: VocSheet } },
  replenish: { detail: ReplenishSteps },
  replenish_backtest: { detail: BacktestParts, first: true },
  wms_sign: { print: ShelfLabels, sheet: "label" },
};

const none: Parts = {};

/** What a document shows beyond the generic screens: routes hand it to them. */
export const partsOf = (document: string): Parts =>
  // A part is handed rows of its own document alone.
  (parts as Readonly<Record<string, Parts | undefined>>)[document] ?? none;
