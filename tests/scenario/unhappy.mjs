// supply.md A.3, U1, U4 and U5, as far as the documents up to the delivery plan reach.
import { randomUUID } from "node:crypto";
import { day, ORDER } from "./fixtures.mjs";
import { refusal } from "./people.mjs";

export async function unhappy({ step, check }, w) {
  const { buyer, manager, admin } = w;
  const values = (price = "10.00") => ({
    orderType: "packing",
    supplierId: w.s1,
    companyId: w.company.id,
    buyerId: w.buyerId,
    warehouseId: w.warehouse.id,
    taxType: "tax",
    currency: "CNY",
    expectDate: day(30),
    items: [{ skuId: w.b, qty: 100, price, taxRate: "13", remark: "紧急" }],
  });
  const submitted = async (price) => {
    const { id } = await buyer.post(ORDER, values(price));
    await buyer.act(ORDER, id, "submit");
    return admin.get(`${ORDER}/${id}`);
  };
  const outcomes = async (...calls) => {
    const said = await Promise.all(calls.map(refusal));
    return { good: said.filter((s) => !s).length, said: said.find(Boolean) };
  };

  step("U1 同一单据并发审批");
  const one = await submitted();
  const approve = (who, row) => who.post(`${ORDER}/${row.id}/approve`, { version: row.version });
  const twice = await outcomes(approve(manager, one), approve(manager, one));
  check("通过的次数", 1, twice.good);
  check("另一次", true, /^该任务已被.+处理$/.test(twice.said));
  const after = await admin.get(`${ORDER}/${one.id}`);
  check("状态", "approved", after.status);
  const two = await submitted();
  const race = await outcomes(
    approve(manager, two),
    buyer.post(`${ORDER}/${two.id}/withdraw`, { version: two.version }),
  );
  check("审批与撤回只有一个成功", 1, race.good);
  const end = await admin.get(`${ORDER}/${two.id}`);
  const { status: flow } = await admin.get(`/act/instance/${two.procInstId}`);
  const agree = { approved: "approved", draft: "withdrawn" };
  check("单据与流程一致", agree[end.status], flow);

  step("U4 提交后修改");
  // 100 × 250.00 with tax is above 10 000: two nodes.
  const big = await submitted("250.00");
  const change = { id: big.id, version: big.version, remark: "改" };
  check("修改", "采购单已提交，不能修改", await refusal(buyer.call("PUT", ORDER, change)));
  check(
    "删除",
    "只有草稿或已驳回的采购单可以删除",
    await refusal(buyer.call("DELETE", `${ORDER}/${big.id}?version=${big.version}`)),
  );
  await manager.act(ORDER, big.id, "approve");
  check("一个节点后撤回", "已有审批人处理，不能撤回", await refusal(buyer.act(ORDER, big.id, "withdraw")));
  const draft = await buyer.post(ORDER, values());
  await buyer.call("PUT", ORDER, { id: draft.id, version: draft.version, remark: "第一次" });
  const stale = { id: draft.id, version: draft.version, remark: "第二次" };
  check("旧版本保存", "单据已被他人修改，请刷新后重试", await refusal(buyer.call("PUT", ORDER, stale)));
  const { skuName } = big.items[0];
  await admin.edit("/product/skuadmin", w.b, { name: "改名的保温杯", reason: "品名写错了，更正" });
  check("SKU改名", "改名的保温杯", (await admin.get(`/product/sku/${w.b}`)).name);
  check("已提交采购单的品名", skuName, (await admin.get(`${ORDER}/${big.id}`)).items[0].skuName);

  step("U5 重复点击提交");
  const key = randomUUID();
  const made = await Promise.allSettled([buyer.post(ORDER, values(), key), buyer.post(ORDER, values(), key)]);
  const ids = new Set(made.flatMap((m) => (m.status === "fulfilled" ? [m.value.id] : [])));
  check("一个键新建的单据数", 1, ids.size);
  check(
    "被拒绝的说明",
    true,
    made.every((m) => m.status === "fulfilled" || m.reason.msg === "操作太频繁，请勿重复请求"),
  );
  const [id] = ids;
  const { version } = await admin.get(`${ORDER}/${id}`);
  const again = randomUUID();
  const submit = () => buyer.post(`${ORDER}/${id}/submit`, { version }, again);
  const first = refusal(submit());
  await new Promise((done) => setTimeout(done, 20));
  // On a busy machine the second one may be read first.
  const ends = [await refusal(submit()), await first].sort();
  check("先到的提交", "", ends[0]);
  check("另一次提交", true, ["", "操作太频繁，请勿重复请求"].includes(ends[1]));
  const { procInstId } = await admin.get(`${ORDER}/${id}`);
  check("流程轮次", 1, (await admin.get(`/act/instance/${procInstId}`)).rounds.length);
}
