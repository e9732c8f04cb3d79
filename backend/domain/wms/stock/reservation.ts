import { type RuleContext, rules, transition } from "#backend/engine/documents";
import { snake } from "#backend/engine/documents/names";
import { lockHeld, release, type Source } from "#backend/ledgers/stock";
import { isLockTable, keep } from "#backend/platform/db";
import { documentNamed } from "#documents";
import { stockReservation } from "#documents/wms/stock-reservation";

const sourceOf = ({ sql }: RuleContext, id: string) =>
  sql.one<Source>(
    `select biz_document as document, biz_id as id, biz_no as no from stock_reservation
     where id = $1`,
    [id],
  );

/** State of the document that holds the pieces, locked; nothing when it is gone. */
function ownerOf({ sql }: RuleContext, { document, id }: Source) {
  const { table, status } = documentNamed(document);
  const lock = isLockTable(table) ? keep(sql, table) : "";
  return sql.one<{ state: string }>(
    `select ${status ? snake(status.field) : "''"} as state from ${table}
     where id = $1 and del_flag = 0 ${lock}`,
    [id],
  );
}

const OVER = ["void", "closed", "reversed"];

/** The document and all it holds are locked first, as its own actions do. */
const released = transition(stockReservation, "release", {
  async lockFirst(c, id) {
    const source = await sourceOf(c, id);
    if (!source) return;
    await ownerOf(c, source);
    await lockHeld(c, source);
  },
  async lock(c, row) {
    const source = await sourceOf(c, row.id);
    return { source, owner: source && (await ownerOf(c, source)) };
  },
  guard: ({ source, owner }) => !!owner && !OVER.includes(owner.state) && `来源单${source?.no}未作废或关闭，不能释放`,
  async effect(c, { source }) {
    if (source) await release(c, source);
  },
});

/** 库存锁定 (supply.md 4): an administrator releases what a dead document still holds. */
export const reservationRules = rules(stockReservation, { transitions: [released] });
