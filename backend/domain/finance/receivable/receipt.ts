import { pick, rules } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { dec, now } from "#backend/platform/values";
import { companyAccount } from "#documents/finance/company-account";
import { bankReceipt } from "#documents/finance/receivable/bank-receipt";

/** 银行收款 (figures.md D.2): in the currency of its account, each transfer of the bank once. */
export const bankReceiptRules = rules(bankReceipt, {
  async beforeSave(c, next, before) {
    const { companyAccountId, serialNo, receivedTime, amount } = { ...before, ...next };
    if (!companyAccountId || !serialNo || !receivedTime || !amount) return;
    const account = await pick(c, companyAccount, companyAccountId, ["currency", "usable"]);
    if (!account) throw invalidAt("companyAccountId", "请选择收款账户");
    if (account.usable !== "yes" && companyAccountId !== before?.companyAccountId)
      throw invalidAt("companyAccountId", "收款账户已停用");
    if (receivedTime > now()) throw invalidAt("receivedTime", "到账时间不能晚于现在");
    next.currency = account.currency;
    next.serialKey = `${companyAccountId}/${serialNo.trim().toUpperCase()}`;
    // Only what nothing is matched to can be saved.
    next.leftAmount = dec(amount).toFixed(2);
  },
});
