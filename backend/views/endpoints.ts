import { z } from "zod";
import { savedView } from "#documents/kit";
import { wireId } from "../http/answer";
import { type Endpoint, endpoint } from "../http/endpoint";
import {
  add,
  change,
  content,
  list,
  named,
  requireView,
  requireVisible,
  setDefault,
} from "./store";

const path = "/admin/view/:document";

const params = z.object({ document: z.string() });

const oneParams = params.extend({ id: z.string() });

const base = { tag: "单据", params: oneParams, logged: false } as const;

/** Saved views of a list: own and shared ones. */
export const viewEndpoints: Endpoint[] = [
  endpoint({
    ...base,
    method: "get",
    path,
    title: "列表的视图",
    params,
    response: z.array(savedView),
    handle: (call) => list(call.db, call, requireView(call, call.params.document)),
  }),
  endpoint({
    ...base,
    method: "post",
    path,
    title: "保存视图",
    params,
    body: content.extend({ isDefault: z.boolean().default(false) }),
    response: z.object({ id: wireId }),
    async handle(call) {
      const document = requireView(call, call.params.document);
      const made = await add(call, document, call.body);
      if (call.body.isDefault) await setDefault(call, document, made.id);
      return made;
    },
  }),
  endpoint({
    ...base,
    method: "put",
    path: `${path}/default`,
    title: "设置默认视图",
    params,
    body: z.object({ id: wireId.nullable() }),
    async handle(call) {
      const document = requireView(call, call.params.document);
      const { id } = call.body;
      if (id !== null) {
        await requireVisible(call, document, id, false);
        await setDefault(call, document, id);
      } else
        await call.db.query("delete from doc_view_default where user_id = $1 and document = $2", [
          call.caller.userId,
          document,
        ]);
      return true;
    },
  }),
  endpoint({
    ...base,
    method: "put",
    path: `${path}/:id(\\d{1,18})`,
    title: "修改视图",
    body: change,
    async handle(call) {
      const { id } = call.params;
      const document = requireView(call, call.params.document);
      await requireVisible(call, document, id, true);
      const given = Object.entries(call.body).filter(([, value]) => value !== undefined);
      const sets = given.map(([name], i) => `${name} = $${i + 2}`).join(", ");
      if (sets)
        await named(
          call.db.query(`update doc_view set ${sets} where id = $1`, [
            id,
            ...given.map(([, value]) => value),
          ]),
        );
      return true;
    },
  }),
  endpoint({
    ...base,
    method: "delete",
    path: `${path}/:id(\\d{1,18})`,
    title: "删除视图",
    async handle(call) {
      const document = requireView(call, call.params.document);
      await requireVisible(call, document, call.params.id, true);
      await call.db.query("delete from doc_view where id = $1", [call.params.id]);
      return true;
    },
  }),
];
