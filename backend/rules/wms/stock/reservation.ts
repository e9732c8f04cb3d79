import { documentNamed } from "#documents";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { snake } from "../../../documents/names";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { release } from "../../../stock/reserve";
import type { Source } from "../../../stock/types";

const sourceOf = ({ sql }: RuleContext, id: string) =>
  sql.one<Source>(
    `select biz_document as document, biz_id as id, biz_no as no from stock_reservation
     where id = $1`,
    [id],
  );

/** State of the document that holds the pieces, locked; nothing when it is gone. */
function ownerOf({ sql }: RuleContext, { document, id }: Source) {
  const { table, status } = documentNamed(document);
  return sql.one<{ state: string }>(
    `select ${status ? snake(status.field) : "''"} as state from ${table}
     where id = $1 and del_flag = 0 for no key update`,
    [id],
  );
}

const OVER = ["void", "closed", "reversed"];

/**
 * 库存锁定 (supply.md 4): an administrator releases what a dead document still holds. The document and
 * all it holds are locked first, as its own actions do.
 */
export const reservationRules: LegacyRules = {
  async lockFirst(c, _action, id) {
    const source = await sourceOf(c, id);
    if (!source) return;
    await ownerOf(c, source);
    await c.sql.query(
      `select 1 from stock_reservation where biz_document = $1 and biz_id = $2 order by id for no key update`,
      [source.document, source.id],
    );
  },
  actions: {
    async release(c, row) {
      const source = await sourceOf(c, row.id);
      if (!source) return;
      const owner = await ownerOf(c, source);
      if (owner && !OVER.includes(owner.state))
        throw conflict(`来源单${source.no}未作废或关闭，不能释放`);
      await release(c, source);
    },
  },
};
