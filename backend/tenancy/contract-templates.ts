import type { Sql } from "../db/sql";
import { insertRows } from "./insert";

const QUALITY =
  "货物须符合双方封存的样品、国家及目的国的强制标准。甲方收货后7日内质检，不合格品由乙方在10日内退换，往返运费由乙方承担。";
const BREACH =
  "乙方逾期交货的，每逾期一日按逾期部分金额的0.5%支付违约金，逾期超过15日甲方可解除合同。甲方逾期付款的，按同样标准向乙方支付违约金。";
const DELIVERY =
  "乙方须于{交期}前将货物送至{收货仓}，按甲方要求包装并贴箱唛，运输途中的风险由乙方承担。";

// supply.md 3 合同模板: terms with merge fields
const TEMPLATES = [
  {
    name: "含税采购合同（标准）",
    contract_type: "tax",
    payment_term:
      "合同总额为{币种}{总额}（大写{大写}），含增值税。预付比例{预付比例}%，即定金{定金}，合同签署后支付；尾款{尾款}在质检合格并收到增值税专用发票后支付。",
  },
  {
    name: "不含税采购合同（标准）",
    contract_type: "nonTax",
    payment_term:
      "合同总额为{币种}{总额}（大写{大写}），不开具发票。预付比例{预付比例}%，即定金{定金}，合同签署后支付；尾款{尾款}在质检合格后支付。",
  },
];

/** One template for each kind of contract. */
export const insertContractTemplates = (sql: Sql, tenantId: string) =>
  insertRows(
    sql,
    "contract_template",
    TEMPLATES.map((t) => ({
      ...t,
      tenant_id: tenantId,
      version: 0,
      del_flag: 0,
      create_time: "now",
      enabled: true,
      delivery_term: DELIVERY,
      quality_term: QUALITY,
      breach_term: BREACH,
    })),
  );
