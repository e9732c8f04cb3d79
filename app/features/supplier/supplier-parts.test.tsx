import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import type { SupplierSent } from "#documents/supplier/supplier";
import { SupplierDetail } from "./supplier-parts";

const page = (balances: SupplierSent["balances"]) =>
  renderToStaticMarkup(
    <SupplierDetail
      document={documentNamed("supplier")}
      row={{ id: "1", version: 0, balances }}
      options={{}}
      url="/createSuppplier/index?id=1"
      permissions={new Set()}
      keyOfForm="k"
    />,
  );
const cny = { currency: "CNY", amount: "33.90", baseAmount: "33.90" };

it("says what is owed in each currency; in CNY alone the fact above says it", () => {
  const html = page([cny, { currency: "JPY", amount: "6000.00", baseAmount: "287.40" }]);
  expect(html).toContain("应付余额（按币种）");
  expect(html).toMatch(/JPY.*6,000（本位币 .*287\.40）/);
  for (const rows of [[cny], [], null]) expect(page(rows)).not.toContain("应付余额");
});
