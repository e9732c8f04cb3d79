// supply.md A.1, steps 7 and 14 to 18, and the money of A.3 U3: requests, payments, what is left to owe.
import { day, numbered, ORDER } from "./fixtures.mjs";
import { refusal } from "./people.mjs";

export const REQUEST = "/finance/request";
const PAYMENT = "/finance/payment";
const MERGED = "/finance/mergepayment";
const OA = "/finance/oapayment";

/** Now in Shanghai, as it travels. */
const now = () =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" }).format(
    Date.now() - 1000,
  );

/** Accounts of the company in CNY and USD, and the rates of the scenario. */
async function bank(as, w) {
  const { admin } = w;
  const finance = as("finance");
  const company = await admin.get(`/finance/company/${w.company.id}`);
  const known = company.accounts.map((a) => a.currency);
  const account = (currency, accountNo) => ({ bankName: "示例银行", accountNo, currency, enabled: true });
  await finance.edit("/finance/company", w.company.id, {
    ...company,
    accounts: [
      ...company.accounts,
      ...["CNY", "USD"].filter((c) => !known.includes(c)).map((c) => account(c, `7559000${c}01`)),
    ],
  });
  for (const [effectiveDate, officialRate] of [
    [day(-19), "7.1523"],
    [day(), "7.1480"],
  ]) {
    const { records } = await finance.get(
      `/finance/rate/page?currency=USD&effectiveDateFrom=${effectiveDate}&effectiveDateTo=${effectiveDate}`,
    );
    if (records[0]) await finance.edit("/finance/rate", records[0].id, { officialRate });
    else await finance.post("/finance/rate", { currency: "USD", effectiveDate, officialRate });
  }
  const { records } = await admin.get(`/finance/account/page?companyId=${w.company.id}&size=50`);
  return Object.fromEntries(records.map((r) => [r.currency, r.id]));
}

export async function money(as, { step, check }, w) {
  const { admin, buyer, cg1, cg2 } = w;
  const [cashier, finance] = [as("cashier"), as("finance")];
  const accounts = await bank(as, w);
  const order = (po) => admin.get(`${ORDER}/${po.id}`);
  /** What is owed for an order: Σ of its entries. */
  const balance = async (po) => {
    const { records } = await admin.get("/finance/ap/page?size=100");
    const own = records.filter((r) => String(r.poId) === String(po.id));
    const cents = own.reduce((n, r) => n + Math.round(Number(r.amount) * 100), 0);
    return (cents / 100).toFixed(2);
  };
  /** A draft of what may be asked for an order now, changed by `more`. */
  const draft = async (po, amount, more = {}) => {
    const form = await buyer.get(`${REQUEST}/prefill?poIds=${po.id}`);
    const items = form.items.map((l) => ({ ...l, amount: amount ?? l.amount }));
    const { id } = await buyer.post(REQUEST, { ...form, invoiceStatus: "all", items, ...more });
    return id;
  };
  const drop = async (id) => {
    const { version } = await buyer.get(`${REQUEST}/${id}`);
    await buyer.call("DELETE", `${REQUEST}/${id}?version=${version}`);
  };
  const submitted = async (...given) => {
    const id = await draft(...given);
    await buyer.act(REQUEST, id, "submit");
    return buyer.get(`${REQUEST}/${id}`);
  };
  /** Why this amount is not asked for. */
  const refused = async (...given) => {
    const id = await draft(...given);
    const said = await refusal(buyer.act(REQUEST, id, "submit"));
    await drop(id);
    return said;
  };
  const approved = async (...given) => {
    const { id } = await submitted(...given);
    await w.approve(REQUEST, id);
    return buyer.get(`${REQUEST}/${id}`);
  };
  const payment = async ({ id }, currency) => {
    const made = await cashier.post(PAYMENT, { requestId: id, payerAccountId: accounts[currency], payMethod: "wire" });
    return cashier.get(`${PAYMENT}/${made.id}`);
  };
  const transfer = async (serialNo, more = {}, who = cashier) => ({
    serialNo,
    paidTime: now(),
    receiptFiles: [await who.upload("回单.png")],
    ...more,
  });
  const words = async (path, rows, field) =>
    (await Promise.all(rows.map(({ id }) => admin.get(`${path}/${id}`)))).map((r) => r[field]).join(" ");
  return {
    async deposits() {
      step("7. 预付款");
      check("339.01", "预付款累计不能超过339.00", await refused(cg1, "339.01"));
      const [qk1, qk2] = [await submitted(cg1), await submitted(cg2)];
      check("请款金额", "339.00 431.38", `${qk1.amount} ${qk2.amount}`);
      check("请款类型", "deposit deposit", `${qk1.requestType} ${qk2.requestType}`);
      for (const { id } of [qk1, qk2]) {
        const who = await w.approve(REQUEST, id);
        check("审批人", "purchase_manager finance", who.join(" "));
      }
      const fks = [await payment(qk1, "CNY"), await payment(qk2, "CNY")];
      check("单号", `${numbered("FK", 1)} ${numbered("FK", 2)}`, fks.map((f) => f.no).join(" "));
      for (const [i, { id }] of fks.entries()) await cashier.act(PAYMENT, id, "pay", await transfer(`BK-A1-${i + 1}`));
      check("请款状态", "paid paid", await words(REQUEST, [qk1, qk2], "status"));
      check("采购单付款状态", "part part", await words(ORDER, [cg1, cg2], "payStatus"));
      check("应付结余", "-339.00 -431.38", `${await balance(cg1)} ${await balance(cg2)}`);
      return fks;
    },

    async balances([fk1]) {
      step("14. 尾款");
      const usd = { payCurrency: "USD", payRateType: "request", payRate: "7.1523", payeeAccountId: null };
      check("734.51", "累计请款1073.51超过应付金额1073.50", await refused(cg1, "734.51", usd));
      const requests = [await approved(cg1, undefined, usd), await approved(cg2, undefined, usd)];
      check("请款金额", "734.50 920.27", requests.map((r) => r.amount).join(" "));
      check("折付款币", "102.69 128.67", requests.map((r) => r.payAmount).join(" "));

      step("15. 合并付款");
      const fks = [await payment(requests[0], "USD"), await payment(requests[1], "USD")];
      check("付款金额", "102.69 128.67", fks.map((f) => f.payAmount).join(" "));
      const merge = (...ids) =>
        cashier.post(MERGED, {
          payMethod: "wire",
          plannedDate: day(),
          purpose: "货款",
          members: ids.map((paymentId) => ({ paymentId })),
        });
      check("并入已付的付款单", true, (await refusal(merge(fks[0].id, fk1.id))) !== "");
      const { id: hbId } = await merge(...fks.map((f) => f.id));
      const hb = await cashier.get(`${MERGED}/${hbId}`);
      check("合并", `${numbered("HB", 1)} 231.36`, `${hb.no} ${hb.payAmount}`);
      await cashier.act(MERGED, hbId, "submit");
      const merged = await cashier.get(`${MERGED}/${hbId}`);
      check("合并状态", "submitted", merged.status);
      check("成员状态", "merged merged", await words(PAYMENT, fks, "status"));
      const edit = cashier.edit(MERGED, hbId, { purpose: "改" });
      check("改合并", "合并付款单已提交，不能修改", await refusal(edit));

      step("16. OA付款");
      const oaId = merged.oaPaymentId;
      const oa = await finance.get(`${OA}/${oaId}`);
      check("OA", `${numbered("OA", 1)} auditing 1653.76`, `${oa.no} ${oa.status} ${oa.baseAmount}`);
      check("大写", "贰佰叁拾壹元叁角陆分", oa.payAmountCn);
      check("审批人", "finance", (await w.approve(OA, oaId)).join(" "));
      const paid = await transfer("BK20251210-8891", { bankFee: "5.00", feeBearer: "us", baseRate: "7.1480" });
      const mine = await transfer("BK20251210-8890", { baseRate: "7.1480" }, finance);
      const said = () => refusal(finance.act(OA, oaId, "pay", mine));
      check("财务付款", "当前操作没有权限", await said());
      await w.asCashierToo("finance", async () => check("也是出纳的审批人付款", "审批人不能付款", await said()));
      await cashier.act(OA, oaId, "pay", paid);
      check("本位币", "734.03 919.73", await words(PAYMENT, fks, "baseAmount"));
      check("汇兑损益", "0.47 0.54", await words(PAYMENT, fks, "fxDiff"));

      step("17. 付清");
      check("合并状态", "paid", (await cashier.get(`${MERGED}/${hbId}`)).status);
      check("付款单", "paid paid", await words(PAYMENT, fks, "status"));
      check("请款单", "paid paid", await words(REQUEST, requests, "status"));
      check("应付结余", "0.00 0.00", `${await balance(cg1)} ${await balance(cg2)}`);
      check("采购单付款状态", "paid paid", await words(ORDER, [cg1, cg2], "payStatus"));
      check("采购单状态", "completed completed", await words(ORDER, [cg1, cg2], "status"));

      step("18. 核对");
      const one = await order(cg1);
      check(
        "CG-1 已请/已付/应退",
        "1073.50 1073.50 0.00",
        `${one.requestedAmount} ${one.paidAmount} ${one.refundDueAmount}`,
      );
      check("再付一次", "已付款状态不能确认付款", await refusal(cashier.act(OA, oaId, "pay", paid)));
      const { summary } = await admin.get(`${PAYMENT}/page?ids=${fks.map((f) => f.id).join()}`);
      check("付款单合计(USD)", "231.36", summary.payAmount?.USD ?? summary.payAmount);
      return oaId;
    },
    /** The rest of an order that was closed, after its deposit was paid (A.3 U3). */
    async closedRest(po) {
      const more = await refused(po, "339.01");
      check("尾款339.01", "累计请款678.01超过应付金额678.00", more);
      const qk = await approved(po, "339.00");
      const fk = await payment(qk, "CNY");
      await cashier.act(PAYMENT, fk.id, "pay", await transfer("BK-U3-2"));
      check("结清后应付结余", "0.00", await balance(po));
      check("付款状态", "paid", (await order(po)).payStatus);
    },
    async deposit(po, serialNo) {
      const fk = await payment(await approved(po), "CNY");
      await cashier.act(PAYMENT, fk.id, "pay", await transfer(serialNo));
    },
    balance,
  };
}
