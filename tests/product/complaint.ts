import { api } from "./api";
import { acts, type Driver, main, numberOf } from "./driver";

const picture = {
  name: "broken.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
};
const POINT = "跌落试验后外观无裂纹";

interface Voc {
  skuName: string;
  supplierId: string | null;
}
interface Refund {
  amountCny: string;
}

/** What went back to buyers this month as the report of the cockpit says it. */
const refunded = async () => {
  const exec = await api("exec");
  const list = await exec.get<{ summary: Refund }>("/customerservice/refund/page?size=1&status=done");
  return Number(list.summary.amountCny);
};

/**
 * A buyer's complaint becomes an answer, money back, a case, and one more point that inspections look at,
 * each by those whose work it is.
 */
export async function complaint(driver: Driver): Promise<void> {
  const { attach, browserOf, expect, follow, rowWith, submit } = driver;
  const { approve, confirmed, open, press } = acts(driver);
  const [staff, lead, product] = await Promise.all(["cs_staff", "cs_lead", "product_lead"].map(browserOf));
  if (!staff || !lead || !product) throw new Error("three people are needed");
  const before = await refunded();

  await open(staff, "客服管理", "站内信", "运营");
  const letter = rowWith(staff, "One arrived broken").filter({ hasText: "待回复" }).last();
  await follow(staff, letter.getByRole("link", { name: /^XX\d+$/ }));
  await follow(staff, main(staff).getByRole("link", { name: "破损致歉（英）", exact: true }));
  await submit(staff, main(staff).getByRole("button", { name: "发送", exact: true }));
  await expect(staff.locator("[data-flash]")).toContainText("回复成功");
  const thread = await numberOf(staff, "XX");

  await press(staff, "退款");
  await staff.getByLabel(/^退款原因/).selectOption({ label: "破损" });
  await attach(staff.locator("input[type=file]").first(), picture);
  await staff.getByLabel("第1行 退款数量").fill("1");
  await press(staff, "保存并提交");
  const refund = await numberOf(staff, "KFTK");
  await expect(staff.locator("[data-flash]"), "it says whose turn it is").toContainText("审批");
  await approve(lead, refund);
  await open(lead, "客服管理", "退款", "运营");
  await follow(lead, main(lead).getByRole("link", { name: refund, exact: true }));
  await confirmed(lead, "执行退款");
  // The marketplace is told in the background.
  for (let i = 0; i < 40 && !/平台退款号\s*R\d/.test(await main(lead).innerText()); i++) {
    await new Promise((done) => setTimeout(done, 500));
    await lead.reload();
  }
  await expect(main(lead)).toContainText("已退款");
  expect(await refunded(), "what went back is more").toBeGreaterThan(before);

  await open(staff, "客服管理", "站内信", "运营");
  await follow(staff, rowWith(staff, thread).getByRole("link", { name: thread, exact: true }));
  await press(staff, "登记客户之声");
  // An order of goods that nobody here knows does not say which they are.
  const goods = staff.getByLabel(/^SKU/);
  if (!(await goods.inputValue())) await goods.fill("HKC0001-01");
  await staff.getByLabel(/^问题小类/).selectOption("packaging-damaged");
  await staff.getByLabel(/^严重度/).selectOption({ label: "较重" });
  await staff.getByLabel(/^问题描述/).fill("买家收到两件，其中一件外壳碎裂。");
  await press(staff, "保存");
  const no = await numberOf(staff, "VOC");
  await press(staff, "提交");
  const caseOf = async () => {
    const found = await (await api()).get<{ records: (Voc & { no: string })[] }>(
      `/customerservice/voc/page?keyword=${no}`,
    );
    return found.records[0];
  };
  const about = await caseOf();
  const stand = async (page: typeof staff) => {
    await page.goto(`/customerservice/voc/index?keyword=${no}`);
    await follow(page, main(page).getByRole("link", { name: no, exact: true }));
  };

  await stand(lead);
  await press(lead, "分派");
  const asked = lead.getByRole("dialog");
  // Script lets people type into a long list: what it hides is chosen from all the same.
  const people = asked.locator("select[name=handlerId]");
  await people.selectOption({ label: "林乔木" }, { force: true });
  await submit(lead, asked.locator("form").getByRole("button").last());
  await expect(main(lead)).toContainText("当前：处理中");
  const handler = await browserOf("product");
  await handler.goto("/wel/index");
  await expect(main(handler), "home says what waits").toContainText("VOC待我处理");
  await stand(handler);
  await press(handler, "提交处理结果");
  const result = handler.getByRole("dialog");
  await result.getByLabel(/^原因/).fill("内盒缓冲不足。");
  await result.getByLabel(/^措施/).fill("内盒加厚到五层。");
  await submit(handler, result.locator("form").getByRole("button").last());
  await expect(main(handler)).toContainText("当前：待验证");
  await stand(lead);
  await press(lead, "验证");
  const proof = lead.getByRole("dialog");
  await proof.getByLabel(/^验证结论/).selectOption({ label: "有效" });
  await attach(proof.locator("input[type=file]").first(), picture);
  await submit(lead, proof.locator("form").getByRole("button").last());
  await expect(main(lead)).toContainText("当前：已关闭");

  await stand(product);
  await press(product, "补充质检标准");
  await product
    .getByRole("dialog")
    .getByLabel(/^质检要点/)
    .fill(POINT);
  await submit(product, product.getByRole("dialog").locator("form").getByRole("button").last());
  await stand(product);
  await follow(product, main(product).getByRole("link", { name: about?.skuName, exact: true }));
  await expect(main(product)).toContainText(`${POINT}（${no}）`);
  if (!about?.supplierId) throw new Error("the goods have no supplier");
  const told = await (await api()).get<{ records: { no: string }[] }>(
    `/customerservice/voc/page?supplierId=${about.supplierId}&size=100`,
  );
  expect(told.records.map((r) => r.no)).toContain(no);
}
