import { goodsMappings } from "#documents/base/mapping";
import type { Parts } from "~/screens/parts";
import { EtlOverview } from "./base/etl-overview";
import { EtlRunParts, EtlTaskParts } from "./base/etl-parts";
import { mappingStockTab } from "./base/mapping-stock";
import { RateHistory } from "./base/rate-history";
import { AccountMonths } from "./finance/account-months";
import { MonthChecks } from "./finance/month-checks";
import { OaSheet } from "./finance/oa-sheet";
import { RequestSheet } from "./finance/request-sheet";
import { StatementParts } from "./finance/statement-parts";
import { StatementSheet } from "./finance/statement-sheet";
import { ArticleSheet, articleTabs } from "./knowledge/article-parts";
import { CooperationBoard } from "./kol/cooperation-board";
import { AgreementSheet, FeeSheet, SampleSheet } from "./kol/kol-sheets";
import { soldTab } from "./kol/sold-orders";
import { starTabs } from "./kol/star-parts";
import {
  CommercialInvoice,
  DeclarationSheet,
  PackingList,
  SalesContract,
} from "./logistics/customs-sheets";
import { LoadingSheet } from "./logistics/loading-sheet";
import { versionTab } from "./logistics/template-versions";
import { boxTab } from "./logistics/transfer-boxes";
import { BoxLabels, PackingSheet, PickingSheet } from "./logistics/transfer-sheets";
import { orderPackageTab } from "./order/order-packages";
import { orderRuleTab } from "./order/order-rules";
import { OrderInvoice, OrderPicking } from "./order/order-sheets";
import { packageTabs } from "./order/package-parts";
import { PackageLabel, PackagePicking, PackageShipping } from "./order/package-sheets";
import { RuleTrial } from "./order/rule-trial";
import { ruleVersionTab } from "./order/rule-versions";
import { Matrix } from "./product/matrix";
import { SealCard, SkuLabels } from "./product/seal-card";
import { Changes, spuTabs } from "./product/spu-parts";
import { burnTab, workOrderTab } from "./promotion/promotion-parts";
import {
  EvaRequestSheet,
  PhotoSheet,
  RefundSheet,
  VerifySheet,
} from "./promotion/promotion-sheets";
import { ChangeParts } from "./purchase/change-parts";
import { ContractFiles } from "./purchase/contract-files";
import { ContractParts } from "./purchase/contract-parts";
import { ContractSheet } from "./purchase/contract-sheet";
import { CartonLabels, DeliveryNote } from "./purchase/delivery-note";
import { PastInspections } from "./purchase/inspection-past";
import { InspectionSheet } from "./purchase/inspection-sheet";
import { orderTabs } from "./purchase/order-parts";
import { OrderSheet } from "./purchase/order-sheet";
import { PlanChanges } from "./purchase/plan-changes";
import { QuoteParts, QuoteSheet } from "./purchase/quotes";
import { RequisitionSheet } from "./purchase/requisition-sheet";
import { ReturnSheet } from "./purchase/return-sheet";
import { customerTabs } from "./service/customer-parts";
import { allOrderTabs } from "./service/order-parts";
import { ThreadTalk } from "./service/thread-talk";
import { VocOverview, VocSheet } from "./service/voc-parts";
import { SupplierDetail, supplierTabs } from "./supplier/supplier-parts";
import { ReplenishSteps } from "./wms/replenish-steps";
import { ShelfLabels } from "./wms/shelf-labels";

const mapping: Parts = { tabs: mappingStockTab };

const parts: Record<string, Parts | undefined> = {
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
  purchase_change: { detail: ChangeParts, ownLines: true },
  etl_task: { overview: EtlOverview, detail: EtlTaskParts },
  etl_run: { detail: EtlRunParts },
  exchange_rate: { detail: RateHistory },
  month_close: { detail: MonthChecks },
  oa_payment: { print: OaSheet },
  company_account: { detail: AccountMonths },
  supplier_statement: { detail: StatementParts, print: StatementSheet },
  customs_declaration: {
    prints: {
      declaration: DeclarationSheet,
      packing: PackingList,
      invoice: CommercialInvoice,
      contract: SalesContract,
    },
  },
  cabinet_combination: { print: LoadingSheet },
  transfer: {
    tabs: boxTab,
    prints: { labels: BoxLabels, picking: PickingSheet, packing: PackingSheet },
  },
  freight_template: { tabs: versionTab },
  sales_order: {
    tabs: (of) => [...orderPackageTab(of), ...orderRuleTab(of)],
    prints: { picking: OrderPicking, invoice: OrderInvoice },
  },
  evaluation_resource: { tabs: burnTab },
  evaluation: {
    tabs: (of) => [...workOrderTab(of), ...burnTab(of)],
    prints: { photos: PhotoSheet },
  },
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
  knowledge: { tabs: articleTabs, prints: { article: ArticleSheet } },
  star: { tabs: starTabs },
  cooperation: {
    overview: CooperationBoard,
    tabs: (of) => [soldTab(of)],
    prints: { agreement: AgreementSheet },
  },
  deliver: { prints: { sample: SampleSheet } },
  ads_fee: { prints: { slip: FeeSheet } },
  customer: { tabs: customerTabs },
  voc: { overview: VocOverview, prints: { handling: VocSheet } },
  replenish: { detail: ReplenishSteps },
  wms_sign: { print: ShelfLabels, sheet: "label" },
};

const none: Parts = {};

/** What a document shows beyond the generic screens: routes hand it to them. */
export const partsOf = (document: string): Parts => parts[document] ?? none;
