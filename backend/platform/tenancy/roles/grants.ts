import { MENU_GROUPS, type Page, permissionCodes } from "../menus";
import { EVERYONE, type SeedRole } from "./roles";

/** Letters of supply.md D.2; every letter is cut to the actions that the resource has. */
const LETTERS: Record<string, string[]> = {
  G: ["view", "export", "print"],
  W: ["add", "edit", "del", "submit"],
  P: ["approve"],
  V: ["void", "close", "reverse", "freeze"],
  X: ["sign", "finish", "ship", "receive", "confirm", "pack", "pay", "release", "fee"],
};

/**
 * supply.md D.2: resources, then one cell per role. A cell is a run of letters and after it the
 * specials granted by name. OPS_MANAGER is "P(leader)" of the 运营 column: it approves and does not
 * submit, so that no one person does both. Leaders without a role of their own (仓储, 物流, 产品)
 * approve as candidates of the workflow (supply.md E.1) and need no code.
 */
const TABLE = `
resources                         | PRODUCT | OPS  | OPS_MANAGER | BUYER   | PURCHASE_MANAGER | WAREHOUSE | LOGISTICS | FINANCE   | CASHIER
setup_import                      | - import | -   | -         | -       | - import         | - import  | -         | -         | -
product_product product_spu       | GWPV    | G    | G           | G       | G                | -         | -         | -         | -
product_sku product_easysku       | GWPV    | G    | G           | G       | G                | G         | G         | G         | -
product_skuspecial                | GWPV    | -    | -           | -       | G approve        | -         | G approve | -         | -
product_sealsample                | GWPV    | -    | -           | GW      | G                | GP        | -         | -         | -
supplier_supplier                 | -       | -    | -           | GW      | GWPV             | -         | G         | GP        | G
purchase_requisition              | GW      | GW   | GP          | G       | GPV              | -         | -         | G         | -
purchase_turnrequisition          | -       | G    | G           | GW      | GWPV             | -         | -         | -         | -
purchase_inquiry                  | -       | -    | -           | GW      | GWPV             | -         | -         | GP        | -
purchase_order                    | -       | G    | G           | GW      | GWPV             | G         | G         | GP        | G
purchase_contract                 | -       | -    | -           | GW sign | GPV              | -         | -         | GP        | G
purchase_contracttemplate         | -       | -    | -           | G       | GW               | -         | -         | G         | -
purchase_deliveryplan             | -       | G    | G           | GWV     | GWV              | G         | G         | -         | -
purchase_delivery                 | -       | G    | G           | GWV     | GWV              | G         | G         | -         | -
purchase_inspection               | G       | -    | -           | G       | GP               | GXV       | -         | -         | -
purchase_return purchase_exchange | -       | -    | -           | GW      | GPV              | GX        | -         | G         | -
purchase_change                   | -       | -    | -           | GW      | GPV              | -         | -         | GP        | -
purchase_requisitioncancel        | -       | GW   | GP          | G       | GP               | -         | -         | -         | -
wms_stock wms_move                | G       | G    | G           | G       | G                | G         | G         | G         | -
wms_reservation                   | -       | G    | G           | -       | G                | GX        | G         | -         | -
wms_warehouse                     | -       | -    | -           | -       | -                | GW        | G         | G         | -
wms_sign                          | -       | -    | -           | G       | G                | GXV       | G         | G         | -
wms_otherin                       | -       | GW   | G           | -       | -                | GWXV      | -         | GP        | -
wms_otherout                      | -       | GW   | G           | -       | -                | GWXV      | -         | GP        | -
wms_replenish wms_replenishseason wms_replenishrun wms_replenishbacktest | -  | GW   | GW          | GW      | GW               | G         | GW        | -         | -
wms_fbareturn                     | -       | GWV  | GP          | -       | -                | GX        | G         | G         | -
wms_fbadisposed                   | -       | GWXV | GP          | -       | -                | G         | -         | GP        | -
wms_fbainventory                  | -       | GWV  | G           | -       | -                | G         | G         | G         | -
wms_fbaremoval                    | -       | GWV run | GV run   | -       | -                | G         | G         | G         | -
wms_fbasale                       | -       | G    | GXV         | -       | -                | G         | G         | GXV       | -
logistics_customs                 | -       | -    | -           | -       | -                | -         | GWXV      | G refund  | -
logistics_transfer                | -       | GW   | G           | -       | -                | GWX       | GWXV      | GP fee    | -
logistics_freight                 | -       | G    | G           | -       | -                | -         | GW        | G         | -
logistics_bill                    | -       | -    | -           | -       | -                | -         | GWV       | GP        | G
logistics_fbareport               | -       | G    | G           | -       | -                | G         | G         | G         | -
logistics_fbainbound              | -       | G    | G           | -       | -                | -         | GWV       | -         | -
logistics_fbaclaim                | -       | G    | G           | -       | -                | -         | GWV       | G         | -
logistics_cabinet                 | -       | -    | -           | -       | -                | -         | GWXV      | G fee     | -
finance_ap                        | -       | -    | -           | G       | G                | -         | -         | G refund  | G
finance_statement                 | -       | -    | -           | G       | G                | -         | -         | GWV confirm | G
finance_request                   | GW      | GW   | GW          | GW      | GWPV             | -         | GW        | GWPV      | G
finance_payment                   | -       | -    | -           | -       | -                | -         | -         | GW fail   | GWXV
finance_mergepayment              | -       | -    | -           | -       | -                | -         | -         | G         | GWXV
finance_bankanswer                | -       | -    | -           | -       | -                | -         | -         | G         | GWXV
finance_settlement                | -       | -    | G           | -       | -                | -         | -         | GV edit post | G
finance_feetype                   | -       | -    | -           | -       | -                | -         | -         | G edit    | -
base_reportfile                   | -       | -    | -           | -       | -                | -         | -         | G add retry | -
base_reportcolumn                 | -       | -    | -           | -       | -                | -         | -         | G edit    | -
base_data                         | -       | -    | -           | -       | -                | -         | -         | G         | -
finance_payout                    | -       | -    | -           | -       | -                | -         | -         | G void    | G match
finance_bankreceipt               | -       | -    | -           | -       | -                | -         | -         | GW import | GW import
cockpit_listing                   | -       | G    | G           | -       | -                | -         | -         | G         | -
cockpit_listingnote               | -       | GW   | GW          | -       | -                | -         | -         | G         | -
cockpit_profit                    | -       | G    | G           | -       | -                | -         | -         | G         | -
finance_plat                      | -       | -    | -           | -       | -                | -         | -         | G         | -
finance_rate                      | -       | -    | -           | G       | G                | -         | G         | GW over   | G
finance_month                     | -       | -    | -           | G       | G                | -         | G         | G close   | G
finance_company                   | -       | -    | -           | -       | -                | -         | -         | GW        | G
setup_opening                     | - view  | -    | -           | -       | - view           | - view    | -         | - view edit sign | -
setup_history                     | -       | -    | - view add export print | - | -               | -         | -         | - view    | -
finance_oapayment                 | GW      | GW   | GW          | GW      | GW               | GW        | GW        | GWPV fail | GWX
`;

const [header = "", ...rows] = TABLE.trim().split("\n");
const cells = (row: string) => row.split("|").map((c) => c.trim());

/** Roles that have a column. */
export const MATRIX_ROLES = cells(header).slice(1);

/** Codes of one cell. @throws Error when a special named in the cell does not exist. */
function codesOf(resources: string[], cell: string, known: ReadonlySet<string>): string[] {
  const [letters = "-", ...named] = cell.split(" ");
  const standard = letters === "-" ? [] : [...letters].flatMap((l) => LETTERS[l] ?? []);
  for (const action of named)
    if (!resources.some((r) => known.has(`${r}_${action}`)))
      throw new Error(`${resources.join(" ")} has no action ${action}`);
  return resources
    .flatMap((r) => [...standard, ...named].map((action) => `${r}_${action}`))
    .filter((code) => known.has(code));
}

/** Codes that the matrix gives to `role`, of those that exist. */
function matrixGrants(role: string, known: ReadonlySet<string>): string[] {
  const column = MATRIX_ROLES.indexOf(role);
  if (column < 0) return [];
  return rows.flatMap((row) => {
    const [resources = "", ...grants] = cells(row);
    return codesOf(resources.split(" "), grants[column] ?? "-", known);
  });
}

const matcher = (pattern: string) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`);

/**
 * Permission codes named by a list of patterns (see SeedRole.grants).
 * @throws Error when a granting pattern names no code: a misspelt grant must not pass silently.
 */
export function expand(patterns: string[], codes: string[]): Set<string> {
  const granted = new Set<string>();
  for (const pattern of patterns) {
    const negative = pattern.startsWith("!");
    const test = matcher(negative ? pattern.slice(1) : pattern);
    const hit = codes.filter((code) => test.test(code));
    if (!negative && !hit.length) throw new Error(`no permission code matches ${pattern}`);
    for (const code of hit) negative ? granted.delete(code) : granted.add(code);
  }
  return granted;
}

/** Every permission code of a role: its own patterns, the supply matrix, and what everyone has. */
export function grantsOf(role: SeedRole): Set<string> {
  const codes = permissionCodes();
  return new Set([
    ...expand(role.grants, codes),
    ...matrixGrants(role.code, new Set(codes)),
    ...expand(EVERYONE, codes),
  ]);
}

/** Pages that a role's menu shows. */
export const pagesOf = (granted: ReadonlySet<string>): Page[] =>
  MENU_GROUPS.flatMap((g) => g.pages).filter((p) => p.open || p.needs.some((code) => granted.has(code)));
