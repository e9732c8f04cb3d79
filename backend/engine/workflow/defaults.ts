import type { Sql } from "#backend/platform/db";
import type { Condition, Copy, FlowNode } from "#documents/workflow";

/** A definition before anybody changed it. */
export interface DefaultFlow {
  name: string;
  nodes: FlowNode[];
  cc?: Copy[];
}

const node = (key: string, name: string, approver: string, condition?: Condition): FlowNode => ({
  key,
  name,
  approver,
  signType: "or",
  ...(condition && { condition }),
});

const leader = (condition?: Condition) => node("leader", "部门负责人审批", "leader", condition);
const manager = (condition?: Condition) => node("purchaseManager", "采购经理审批", "role:PURCHASE_MANAGER", condition);
const finance = (condition?: Condition) => node("finance", "财务审批", "role:FINANCE", condition);
const gm = (condition?: Condition) => node("gm", "总经理审批", "gm", condition);
const warehouseLeader = (condition?: Condition) =>
  node("warehouseLeader", "仓储主管审批", "role:WAREHOUSE leader", condition);
const logisticsLeader = (condition?: Condition) =>
  node("logisticsLeader", "物流主管审批", "role:LOGISTICS leader", condition);

const groupLeader = () => node("groupLeader", "组长审批", "groupLeader");
const promoLead = () => node("promoLead", "推广主管审批", "role:PROMO_LEAD");

const atLeast = (amount: string, of?: string): Condition => ({ atLeast: amount, ...(of && { of }) });
const flag = (name: string, values?: string[]): Condition => ({ flag: name, ...(values && { in: values }) });

const stock: FlowNode[] = [warehouseLeader(), finance({ any: [atLeast("2000"), flag("opening")] })];

/** The flows of supply.md E.2 by document name; thresholds are CNY and inclusive. */
export const defaultFlows: Record<string, DefaultFlow> = {
  product: { name: "产品审批", nodes: [leader(), gm(flag("level", ["S"]))] },
  sku: { name: "SKU审批", nodes: [leader()] },
  sku_special_edit: {
    name: "特殊编辑单审批",
    nodes: [leader(), manager(flag("priceChanged")), logisticsLeader(flag("customsChanged"))],
  },
  seal_sample: { name: "封样单审批", nodes: [leader(), node("warehouse", "仓管质检审批", "role:WAREHOUSE")] },
  supplier: { name: "供应商审批", nodes: [manager(), finance()] },
  purchase_requisition: {
    name: "请购单审批",
    nodes: [leader(), gm(atLeast("20000"))],
    cc: [{ approver: "role:PURCHASE_MANAGER", condition: flag("urgent") }],
  },
  turn_requisition: { name: "转请购审批", nodes: [manager()] },
  inquiry_order: { name: "询价定标审批", nodes: [manager(), finance(atLeast("50000"))] },
  purchase_order: {
    name: "采购单审批",
    nodes: [manager(), finance({ any: [atLeast("10000"), flag("awardPriceChanged")] }), gm(atLeast("100000"))],
  },
  purchase_contract: { name: "采购合同审批", nodes: [manager(), finance(), gm(atLeast("200000"))] },
  purchase_change: {
    name: "采购变更审批",
    nodes: [manager(), finance({ any: [atLeast("10000"), atLeast("10", "diffPercent"), flag("awardPriceChanged")] })],
  },
  purchase_return: { name: "采购退货审批", nodes: [manager()] },
  purchase_exchange: { name: "采购换货审批", nodes: [manager()] },
  requisition_cancel: { name: "请购取消审批", nodes: [leader()] },
  inspection: {
    name: "质检让步接收审批",
    nodes: [manager(), node("productLeader", "产品主管审批", "role:PRODUCT leader")],
  },
  other_in: { name: "其他入库审批", nodes: stock },
  other_out: { name: "其他出库审批", nodes: stock },
  fba_return: { name: "FBA退货审批", nodes: [leader()] },
  fba_disposal: { name: "FBA弃置审批", nodes: [leader(), finance(atLeast("10000")), gm(atLeast("50000"))] },
  customs_declaration: { name: "报关单审批", nodes: [logisticsLeader()] },
  transfer: {
    name: "调拨单审批",
    nodes: [
      warehouseLeader(flag("transferType", ["1", "5"])),
      logisticsLeader(flag("transferType", ["2", "3", "4"])),
      finance({ all: [flag("transferType", ["2", "3", "4"]), atLeast("20000")] }),
    ],
  },
  logistics_bill: { name: "物流账单审批", nodes: [logisticsLeader(), finance(atLeast("20000"))] },
  payment_request: { name: "请款单审批", nodes: [leader(), finance(), gm(atLeast("50000"))] },
  target_portfolio: { name: "广告预算审批", nodes: [groupLeader(), leader()] },
  evaluation_application: { name: "测评申请审批", nodes: [groupLeader(), promoLead(), gm(flag("overLimit"))] },
  eva_request: { name: "测评请款审批", nodes: [promoLead()] },
  platform_promotion: { name: "平台推广审批", nodes: [groupLeader(), leader(flag("lowMargin"))] },
  cooperation: {
    name: "红人合作审批",
    nodes: [node("kolLead", "红人主管审批", "role:KOL_LEAD"), gm(atLeast("2000.01", "fixedUsd"))],
  },
  cs_refund: {
    name: "客户退款审批",
    nodes: [leader(flag("small")), node("csLead", "客服主管审批", "role:CS_LEAD", flag("large"))],
  },
  opening: { name: "期初更正审批", nodes: [finance(), gm()] },
  oa_payment: { name: "OA付款审批", nodes: [finance(), gm(atLeast("50000"))] },
};

/** A document type that has no flow of its own yet goes to the leader. */
export const defaultFlow = (defKey: string, label: string): DefaultFlow =>
  defaultFlows[defKey] ?? { name: `${label}审批`, nodes: [leader()] };

export interface DefaultDefinition {
  defKey: string;
  version: number;
  name: string;
  nodes: FlowNode[];
  cc: Copy[];
}

const COLUMNS = `def_key as "defKey", version, name, nodes, cc`;

const newest = (sql: Sql, tenantId: string, defKey: string) =>
  sql.one<DefaultDefinition>(
    `select ${COLUMNS} from act_definition where tenant_id = $1 and def_key = $2
     order by version desc limit 1`,
    [tenantId, defKey],
  );

/** Writes version 1 from the shipped flow unless the tenant has a definition. */
export async function ensureDefinition(sql: Sql, tenantId: string, defKey: string, label: string) {
  const { name, nodes, cc = [] } = defaultFlow(defKey, label);
  await sql.query(
    `insert into act_definition (tenant_id, def_key, version, name, nodes, cc)
     select $1, $2, 1, $3, $4, $5
     where not exists (select 1 from act_definition where tenant_id = $1 and def_key = $2)
     on conflict do nothing`,
    [tenantId, defKey, name, JSON.stringify(nodes), JSON.stringify(cc)],
  );
}

/** The definition that a new flow takes: the tenant's newest, at first the shipped one. */
export async function currentDefinition(
  sql: Sql,
  tenantId: string,
  defKey: string,
  label: string,
): Promise<DefaultDefinition> {
  const found = await newest(sql, tenantId, defKey);
  if (found) return found;
  await ensureDefinition(sql, tenantId, defKey, label);
  return (await newest(sql, tenantId, defKey)) as DefaultDefinition;
}

/** The version that a flow runs on; versions are never changed. */
export async function definitionAt(sql: Sql, tenantId: string, defKey: string, version: number) {
  const found = await sql.one<DefaultDefinition>(
    `select ${COLUMNS} from act_definition where tenant_id = $1 and def_key = $2 and version = $3`,
    [tenantId, defKey, version],
  );
  if (!found) throw new Error(`definition ${defKey} has no version ${version}`);
  return found;
}
