import { z } from "zod";
import { selectPage, Where } from "#backend/platform/db";
import { type Endpoint, endpoint, pageOf, wireId } from "#backend/platform/http";
import { ordering, paging } from "#backend/platform/http/paging";
import { nest } from "./nest";

const item = z.looseObject({
  id: wireId,
  dictId: wireId,
  type: z.string(),
  value: z.string(),
  label: z.string(),
  description: z.string(),
  sort: z.int(),
  remarks: z.string().nullable(),
  listClass: z.string().nullable(),
  parentValue: z.string(),
  disabled: z.boolean(),
});

interface AdminDictItem extends Omit<z.output<typeof item>, "parentValue"> {
  parentValue: string;
  parentId: string;
}

/** An item with pig's names (pig-contract.md "Dict") and ours. */
const COLUMNS = `i.id, i.dict_id as "dictId", i.dict_type as type, i.value, i.label, d.description,
  i.sort_order as sort, i.remarks, i.list_class as "listClass",
  coalesce(i.parent_value, '') as "parentValue", i.disabled,
  coalesce(i.parent_value, '') as "parentId"`;
const FROM = "sys_dict_item i join sys_dict d on d.id = i.dict_id and d.del_flag = 0";

const page = endpoint({
  tag: "字典",
  path: "/admin/dict/item/page",
  title: "字典项列表",
  permission: "sys_dict_view",
  query: z.object({
    ...paging(),
    ...ordering,
    dictId: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    type: z.string().max(64).optional(),
  }),
  response: pageOf(item),
  handle({ db, tenantId, query }) {
    const where = new Where().and("i.tenant_id = ?", tenantId).and("i.del_flag = 0");
    if (query.dictId) where.and("i.dict_id = ?", query.dictId);
    if (query.type) where.and("i.dict_type = ?", query.type.replaceAll("\0", ""));
    const order = "i.dict_id, i.sort_order, i.id";
    const sortable = { sort: "i.sort_order", value: "i.value", label: "i.label" };
    return selectPage(db, { select: COLUMNS, from: FROM, where, sortable, order }, query);
  },
});

const ofType = endpoint({
  tag: "字典",
  path: "/admin/dict/type/:type",
  title: "字典项",
  params: z.object({ type: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "字典类型不正确") }),
  response: z.array(item.extend({ children: z.array(z.unknown()).describe("同样的结构") })),
  async handle({ db, tenantId, params }) {
    const items = await db.query<AdminDictItem>(
      `select ${COLUMNS} from ${FROM}
       where i.dict_type = $1 and i.tenant_id = $2 and i.del_flag = 0 order by i.sort_order, i.id`,
      [params.type, tenantId],
    );
    return nest(items, "", "value");
  },
});

/** Calls on the items of dictionaries; the list by type is for everybody who is signed in. */
export const dictItemEndpoints: Endpoint[] = [page, ofType];
