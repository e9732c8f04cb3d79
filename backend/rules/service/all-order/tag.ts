import { allOrder } from "#documents/service/all-order";
import { transition } from "../../../documents/written";

const MOST = 10;

/** 打标: a word of the dictionary more or less. */
export const tag = transition(allOrder, "tag", {
  check({ row }, { add, remove }) {
    if (!add && !remove) return "请选择要加或去的标签";
    return add && !row.csTags.includes(add) && row.csTags.length >= MOST && `标签最多${MOST}个`;
  },
  async effect({ sql }, { row }, { add, remove }) {
    const tags = row.csTags.filter((one) => one !== remove);
    if (add && !tags.includes(add)) tags.push(add);
    await sql.query("update platform_order set cs_tags = $2 where id = $1", [row.id, tags]);
  },
});
