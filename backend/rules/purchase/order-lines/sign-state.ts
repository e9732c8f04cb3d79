import type { RuleContext } from "../../../documents/rules";

/** State of a receipt as a pure function of that of its inspection (supply.md 4, "derived"). */
export const stateOf = (inspection: string | undefined): string =>
  inspection === "done" || inspection === "exempt"
    ? "done"
    : inspection === "inspecting" || inspection === "auditing"
      ? "inspecting"
      : "signed";

/**
 * Works out the state of a receipt after its inspection changed, and locks it: lock it before its
 * inspection where both change. One that was taken back stays so.
 */
export async function refreshSign({ sql }: RuleContext, signId: string): Promise<void> {
  await sql.query("select id from wms_sign where id = $1 for no key update", [signId]);
  const inspection = await sql.one<{ status: string }>(
    `select status from inspection where sign_id = $1 and status <> 'reversed' and del_flag = 0
     order by id desc limit 1`,
    [signId],
  );
  await sql.query(
    `update wms_sign set status = $2, version = version + 1
     where id = $1 and status not in ('reversed', $2)`,
    [signId, stateOf(inspection?.status)],
  );
}
