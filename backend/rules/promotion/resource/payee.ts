import { SECRET_SET, SECRET_UNSET, tailOf } from "#documents/kit";
import { invalidAt } from "../../../http/refusal";
import { hashOf } from "../../../personal/cipher";
import { keys } from "../../../personal/ring";

interface Payee {
  payMethod?: string | null;
  payeeName?: string | null;
  payeeAccount?: string | null;
  payeeTail?: string | null;
  payeeHash?: string | null;
}

/**
 * Who gets the money, of what was typed: the account is kept sealed, its end shown, and a keyed hash of it
 * tells whether two are the same. @throws Refusal 400 when payee or account lacks
 */
export function readPayee(next: Payee, before?: Payee): Payee {
  const whole = { ...before, ...next };
  if (whole.payMethod === "platform") return {};
  if (!whole.payeeName) throw invalidAt("payeeName", "请输入收款人");
  const typed = next.payeeAccount;
  if (!typed || typed === SECRET_SET || typed === SECRET_UNSET) {
    if (!before?.payeeTail) throw invalidAt("payeeAccount", "请输入收款账号");
    return {};
  }
  if (typed.replace(/[\s-]/g, "").length < 5) throw invalidAt("payeeAccount", "收款账号至少5位");
  return {
    payeeTail: String(tailOf(typed)),
    payeeHash: hashOf(keys(), "account", typed),
  };
}
