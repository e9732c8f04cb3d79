import { expect, test } from "vitest";
import { MENU_GROUPS, permissionCodes } from "../menus";
import { expand, grantsOf, MATRIX_ROLES, pagesOf } from "./grants";
import { ROLES } from "./roles";

const codes = new Set(permissionCodes());
const granted = (code: string) => {
  const role = ROLES.find((r) => r.code === code);
  if (!role) throw new Error(`no role ${code}`);
  return grantsOf(role);
};

test("there are the twenty roles of market.md §16 and §17", () => {
  expect(ROLES).toHaveLength(20);
  for (const role of ROLES) expect(role.code).toMatch(/^[A-Z][A-Z0-9_]{1,31}$/);
  for (const code of MATRIX_ROLES) expect(ROLES.map((r) => r.code)).toContain(code);
});

test("every grant is an existing code, and a misspelt one is refused", () => {
  for (const role of ROLES) for (const code of grantsOf(role)) expect(codes, `${role.code} ${code}`).toContain(code);
  expect(() => expand(["promo_aplication_view"], [...codes])).toThrow("promo_aplication_view");
});

test("everyone has home, knowledge, tasks and messages; only ADMIN has everything", () => {
  for (const role of ROLES) {
    const grants = grantsOf(role);
    for (const code of ["kb_article_view", "act_task_handle", "message_center"])
      expect(grants, role.code).toContain(code);
    const paths = pagesOf(grants).map((p) => p.path);
    expect(paths).toEqual(expect.arrayContaining(["/wel/index", "/knowledge/base/index"]));
    // What ADMIN books two others sign.
    const all = new Set([...grants, "setup_opening_sign"]);
    expect(all.size === codes.size, role.code).toBe(role.code === "ADMIN");
  }
  expect(pagesOf(granted("ADMIN"))).toHaveLength(MENU_GROUPS.flatMap((g) => g.pages).length);
});

// Roles of the table in market.md §16. The matrix of supply.md gives 财务 both for requests and OA
// payments; there the backend's refusal of the own document separates the two.
const SEPARATED = "EXEC OPS_MANAGER OPS PROMO PROMO_LEAD KOL KOL_LEAD CS CS_LEAD ORDER ADS FINANCE IT";
const BOTH: Record<string, string[]> = { FINANCE: ["finance_request", "finance_oapayment"] };

test.each(SEPARATED.split(" "))("%s does not both submit and approve a document", (role) => {
  const grants = granted(role);
  const both = [...grants]
    .filter((c) => c.endsWith("_submit"))
    .map((c) => c.slice(0, -"_submit".length))
    .filter((resource) => grants.has(`${resource}_approve`));
  expect(both.sort()).toEqual([...(BOTH[role] ?? [])].sort());
});

test.each([
  ["PRODUCT", "product_sku_approve product_skuspecial_add purchase_price_view", "product_sku_adminedit"],
  [
    "OPS",
    "purchase_requisition_submit ads_report_export ads_change_add cs_voc_handle",
    "promo_application_approve ads_change_approve",
  ],
  ["OPS_MANAGER", "purchase_requisition_approve cockpit_dept", "purchase_requisition_submit"],
  ["BUYER", "purchase_contract_sign finance_ap_view", "purchase_order_approve stock_cost_view"],
  ["PURCHASE_MANAGER", "supplier_supplier_freeze product_skuspecial_approve", "finance_payment_pay"],
  ["WAREHOUSE", "wms_sign_reverse wms_otherin_confirm", "wms_otherin_approve purchase_price_view"],
  ["LOGISTICS", "logistics_transfer_pack logistics_cabinet_fee", "logistics_customs_refund"],
  ["FINANCE", "logistics_customs_refund finance_month_close supplier_bank_view", "finance_payment_pay"],
  ["CASHIER", "finance_payment_pay finance_oapayment_pay", "finance_payment_fail"],
  ["EXEC", "purchase_order_approve stock_cost_view cockpit_dept", "kol_star_unmask sys_user_edit"],
  ["ORDER", "plat_order_sync base_unmapped_resolve", "base_connector_view base_unmapped_edit"],
  ["IT", "base_store_edit act_model_edit sys_dict_add", "sys_notification_approve sys_user_view"],
])("%s holds what the matrices say", (role, holds, lacks) => {
  const grants = granted(role);
  for (const code of holds.split(" ")) expect(grants).toContain(code);
  for (const code of lacks.split(" ")) {
    expect(codes).toContain(code);
    expect(grants).not.toContain(code);
  }
});
