import type { Sql } from "#backend/platform/db";

/** When the work was done, where a document says so. */
const WORKED: Record<string, string> = { inspection: "inspect_time", other_in: "confirm_time", opening: "booked_time" };

/**
 * Sets what a document just posted back to a day of the past: ledgers say the time of posting, and
 * demonstration data is posted all at once. `no`: its number of that day. Nothing but the seed may; the
 * trigger that keeps ledger rows as they are sleeps meanwhile.
 */
export async function moveTo(
  sql: Sql,
  document: string,
  { id, no }: { id: string; no: string },
  time: string,
): Promise<void> {
  const values = [document, id, time];
  for (const ledger of ["stock_move", "ap_entry"]) {
    await sql.query(`alter table ${ledger} disable trigger ${ledger}_only_added`);
    await sql.query(
      `update ${ledger} set create_time = $3::timestamptz, biz_date = $3::timestamptz::date,
         biz_no = $4 where biz_document = $1 and biz_id = $2`,
      [...values, no],
    );
    await sql.query(`alter table ${ledger} enable trigger ${ledger}_only_added`);
  }
  await sql.query(
    `update stock t set first_in_time = least(t.first_in_time, $3::timestamptz) from stock_move m
     where m.biz_document = $1 and m.biz_id = $2 and m.warehouse_id = t.warehouse_id
       and m.sku_id = t.sku_id`,
    values,
  );
  await sql.query(
    `update ${document} set no = $3, create_time = $2::timestamptz
       ${WORKED[document] ? `, ${WORKED[document]} = $2::timestamptz` : ""} where id = $1`,
    [id, time, no],
  );
}

/** What is owed falls due from the days that were set back, and what is kept of the payables follows. */
export async function settleDueDays(sql: Sql): Promise<void> {
  await sql.query("alter table ap_entry disable trigger ap_entry_only_added");
  await sql.query(`update ap_entry set due_date = ap_entry_due(biz_type, supplier_id, po_id, biz_line_id, biz_date)`);
  await sql.query("alter table ap_entry enable trigger ap_entry_only_added");
  await sql.query("select ap_rebuild()");
}
