import type { RuleContext } from "#backend/engine/documents";
import type { Source } from "#backend/ledgers/stock";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, now, rateOf, requireOpenMonth } from "#backend/platform/values";

/** What the bank says of a transfer, as it is typed or read from its answer. */
export interface Transfer {
  paidTime: string;
  serialNo: string;
  baseRate?: string | null;
  bankFee?: string | null;
  feeBearer?: "us" | "payee" | "share" | null;
  receiptFiles: readonly string[];
}

/** A transfer whose rate is known. */
export interface Booked extends Transfer {
  baseRate: string;
  bizDate: string;
}

/** Why a transfer cannot have been made like this. */
export function transferProblem(transfer: Pick<Transfer, "paidTime" | "baseRate">, currency: string) {
  if (transfer.paidTime > now()) return invalidAt("paidTime", "实付时间不能晚于现在");
  const { baseRate } = transfer;
  if (baseRate && !dec(baseRate).gt(0)) return invalidAt("baseRate", "记账汇率必须大于0");
  if (baseRate && currency === "CNY" && !dec(baseRate).eq(1)) return invalidAt("baseRate", "人民币的记账汇率为1");
  return undefined;
}

/**
 * A serial number is used once for an account of ours, whatever it paid (supply.md 6), in capitals
 * or small letters. Two that take the same one wait for each other.
 * @throws Refusal 409 银行流水号已存在
 */
async function claimSerial(c: RuleContext, account: string, serialNo: string, source: Source) {
  const mine = await c.sql.one(
    `insert into bank_serial (tenant_id, payer_account_id, serial_no, biz_document, biz_id)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning serial_no`,
    [c.tenantId, account, serialNo.toUpperCase(), source.document, source.id],
  );
  if (!mine) throw conflict("银行流水号已存在");
}

/**
 * Books a transfer: its month is open, its serial number is its own, its rate is that of the bank or of
 * the table on its day (supply.md C.2).
 */
export async function bookTransfer(
  c: RuleContext,
  source: Source,
  { payerAccountId, payCurrency }: { payerAccountId: string; payCurrency: string },
  transfer: Transfer,
): Promise<Booked> {
  const bizDate = transfer.paidTime.slice(0, 10);
  await requireOpenMonth(c, bizDate);
  await claimSerial(c, payerAccountId, transfer.serialNo, source);
  const baseRate = transfer.baseRate ?? (await rateOf(c.sql, c.tenantId, payCurrency, bizDate));
  return { ...transfer, bizDate, baseRate };
}
