import { api } from "../../product/api";
import { scanner } from "../../product/terminal";
import { findings } from "../axe";
import { expect, test } from "../support";

test.use({ user: "warehouse" });

interface Transfer {
  id: string;
  items: { $skuId: string; shippedQty: number; receivedGoodQty: number; receivedBadQty: number }[];
}

/** A transfer under way whose first line waits for more than ten pieces. */
async function underWay() {
  const who = await api("warehouse");
  const { records } = await who.get<{ records: { id: string }[] }>("/logistics/transfer/page?size=50&status=shipped");
  for (const { id } of records) {
    const { items } = await who.get<Transfer>(`/logistics/transfer/${id}`);
    const [line] = items;
    const left = line ? line.shippedQty - line.receivedGoodQty - line.receivedBadQty : 0;
    if (line && left > 10) return { id, code: line.$skuId, left };
  }
  throw new Error("no transfer of more than ten pieces is under way");
}

test("a scanner counts what comes; too much, an unknown code and a mistake are told", async ({ page }) => {
  const { id, code, left } = await underWay();
  await page.goto(`/transfer/detail/0?id=${id}&do=receive`);
  const field = page.locator("#scan-code");
  const good = page.locator('[name="items[0].goodQty"]');
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "全部清零" }).click();
  await field.focus();
  await scanner(page, code);
  await scanner(page, `7*${code}`);
  await expect(good).toHaveValue("8");
  await scanner(page, "NO-SUCH-CODE");
  await expect(page.getByText("NO-SUCH-CODE不在本单中")).toBeVisible();
  await scanner(page, `${left}*${code}`);
  await expect(page.getByText(`${code}最多还能计${left - 8}件`)).toBeVisible();
  await page.getByRole("button", { name: "撤销" }).first().click();
  await expect(good).toHaveValue("1");
  await expect(field).toBeFocused();
  expect(await findings(page)).toEqual([]);
});
