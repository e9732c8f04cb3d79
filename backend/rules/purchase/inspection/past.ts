import type { RuleContext } from "../../../documents/rules";

/** Puts the lines of an inspection aside before it is reversed: they can be read, not changed. */
export const keepPast = ({ sql, caller }: RuleContext, id: string) =>
  sql.query(
    `insert into inspection_past (tenant_id, create_by, inspection_id, line_no, inspected_by,
       inspect_time, reversed_by, reversed_at, sku_code, sign_qty, pass_qty, reject_qty,
       concession_qty, reject_reason, reject_handle, photos)
     select l.tenant_id, $2, h.id,
       (select count(*) from inspection_past p where p.inspection_id = h.id) + l.line_no,
       u.displayname, h.inspect_time, $3, now(), l.sku_code, l.sign_qty, l.pass_qty, l.reject_qty,
       coalesce(l.concession_qty, 0), l.reject_reason, l.reject_handle, l.photos
     from inspection_line l join inspection h on h.id = l.inspection_id
       left join sys_user u on u.id = h.inspector_id
     where h.id = $1 and l.del_flag = 0`,
    [id, caller.userId, caller.displayname],
  );
