import { DEMO_PASSWORD, type DemoAccount } from "#backend/platform/auth/demo/account";
import { ROLES } from "../roles/roles";

/** A named account. Everyone of the demo signs in with the same password. */
export interface Account {
  username: string;
  displayname: string;
  roleCode: string;
  dept: string;
  post: string;
  /** Leads its department. */
  leads?: boolean;
  /** Operating groups (market.md 0.6), 1–60. */
  groups?: number[];
}

const account = (
  username: string,
  displayname: string,
  roleCode: string,
  dept: string,
  post: string,
  more: Pick<Account, "leads" | "groups"> = {},
): Account => ({ username, displayname, roleCode, dept, post, ...more });

const leads = { leads: true };

export const ADMIN_ACCOUNT = account("admin", "系统管理员", "ADMIN", "gm", "系统管理员");

/** One account per role. User names are the role codes; two of them are too short for a user name. */
export const ROLE_ACCOUNTS: Account[] = [
  ADMIN_ACCOUNT,
  account("exec", "沈知远", "EXEC", "gm", "总经理", leads),
  account("ops_manager", "陆云舟", "OPS_MANAGER", "na1", "运营经理", leads),
  account("ops", "许青禾", "OPS", "na1", "运营专员", { groups: [1] }),
  account("promo", "叶初晴", "PROMO", "promo", "推广专员"),
  account("promo_lead", "顾南星", "PROMO_LEAD", "promo", "推广主管", leads),
  account("kol", "唐若溪", "KOL", "kol", "红人专员"),
  account("kol_lead", "秦朗月", "KOL_LEAD", "kol", "红人主管", leads),
  account("cs_staff", "苏小满", "CS", "service", "客服专员"),
  account("cs_lead", "江映雪", "CS_LEAD", "service", "客服主管", leads),
  account("order", "白一帆", "ORDER", "service", "订单专员"),
  account("ads", "夏知秋", "ADS", "na1", "广告专员"),
  account("finance", "钟明礼", "FINANCE", "finance", "会计"),
  account("it_staff", "程立行", "IT", "it", "信息主管", leads),
  account("product", "林乔木", "PRODUCT", "product", "产品专员"),
  account("buyer", "何采薇", "BUYER", "purchase", "采购员"),
  account("purchase_manager", "魏长风", "PURCHASE_MANAGER", "purchase", "采购经理", leads),
  account("warehouse", "丁守仓", "WAREHOUSE", "warehouse", "仓管员"),
  account("logistics", "马千里", "LOGISTICS", "logistics", "物流专员"),
  account("cashier", "钱有余", "CASHIER", "finance", "出纳"),
];

/** Leaders that approve what the accounts above submit, and the keeper of a second warehouse. */
export const LEADER_ACCOUNTS: Account[] = [
  account("product_lead", "方格物", "PRODUCT", "product", "产品主管", leads),
  account("warehouse_lead", "石安平", "WAREHOUSE", "warehouse", "仓储主管", leads),
  account("warehouse_yw", "虞江东", "WAREHOUSE", "warehouse", "仓管员"),
  account("logistics_lead", "高致远", "LOGISTICS", "logistics", "物流主管", leads),
  account("finance_lead", "金鉴明", "FINANCE", "finance", "财务主管", leads),
  account("division_na", "宋北辰", "OPS_MANAGER", "divNa", "事业部总监", leads),
  account("division_eu", "罗西岭", "OPS_MANAGER", "divEu", "事业部总监", leads),
  account("division_ap", "梁东曙", "OPS_MANAGER", "divAp", "事业部总监", leads),
  account("ops_manager_na2", "贺舒扬", "OPS_MANAGER", "na2", "运营经理", leads),
  account("ops_manager_eu1", "卫清和", "OPS_MANAGER", "eu1", "运营经理", leads),
  account("ops_manager_eu2", "尹若谷", "OPS_MANAGER", "eu2", "运营经理", leads),
  account("ops_manager_jp", "莫闻笛", "OPS_MANAGER", "jp", "运营经理", leads),
  account("ops_manager_am", "乔望海", "OPS_MANAGER", "am", "运营经理", leads),
];

/** Has no role: shows how the console turns away somebody who may do nothing. */
export const NO_ROLE_USERNAME = "newcomer";

const roleName = (code: string) => ROLES.find((r) => r.code === code)?.name ?? code;

/** What the README and the login page list: one account per role. */
export const DEMO_ACCOUNTS: DemoAccount[] = ROLE_ACCOUNTS.map(({ username, roleCode }) => ({
  username,
  password: DEMO_PASSWORD,
  roleCode,
  roleName: roleName(roleCode),
}));
