import { z } from "zod";
import { wordOf } from "#documents/kit";
import { nothing } from "~/erp/client.server";
import { leadOn } from "../answer.server";
import { afterSubmit } from "../form/submit.server";
import { saying, takenOut } from "../form/taken";
import { withoutPicked } from "../picked";
import { pagePath, type ScreenRequest, viewOf } from "../request.server";
import { type ActAnswer, attempt } from "./attempt.server";
import { loadAct } from "./load.server";
import type { ActTarget } from "./target";

const answer = z
  .looseObject({ oneTimePassword: z.string().optional(), told: z.string().optional() })
  .nullish();
const batchAnswer = z.array(
  z.looseObject({ id: z.string(), ok: z.boolean(), msg: z.string().nullish() }),
);

/** The page that the form stands on, with these rows chosen no more. */
const after = ({ url }: ScreenRequest, { rows }: ActTarget) =>
  withoutPicked(
    pagePath(url),
    rows.map((row) => row.id),
  );

/** Deletes one row. A page about it is gone with it: the way leads to the list. */
export function deleteRow(request: ScreenRequest, target: ActTarget, form: FormData) {
  const { staff, match } = request;
  const { document } = match;
  return attempt({ request, target, form }, async (_, row): Promise<ActAnswer> => {
    await staff.erp.del(`${document.api}/${row.id}`, {
      query: { version: row.version },
      schema: nothing,
      idempotencyKey: `${target.key}-del-${row.id}`,
    });
    const gone = viewOf(request) === "detail";
    const to = gone ? document.screens.list : after(request, target);
    return leadOn(request, `${wordOf(document, "del")}成功`, to);
  });
}

/** After a step of an approval: for whom it waits now. */
const said = (request: ScreenRequest, name: string, id: string, title: string) =>
  request.match.document.flow && ["submit", "approve"].includes(name)
    ? afterSubmit(request, id, title)
    : title;

/** Runs an action on one row. */
export function runAction(request: ScreenRequest, target: ActTarget, form: FormData) {
  const { staff, match } = request;
  const { document } = match;
  const { name, key } = target;
  return attempt({ request, target, form }, async (data, { id, version }): Promise<ActAnswer> => {
    const { path: own, input = {}, lines = {} } = document.actions?.[name] ?? {};
    const fieldsOf = Object.entries(lines).map(([table, l]) => [table, l.fields] as const);
    const taken = takenOut(form, Object.entries(input), fieldsOf);
    const title = saying(`${wordOf(document, name)}成功`, taken);
    const path = own ?? `${document.api}/${id}/${name}`;
    const made = await staff.erp.post(path, {
      body: { ...data, id, version },
      schema: answer,
      idempotencyKey: `${key}-${name}-${id}`,
    });
    const { oneTimePassword, told } = made ?? {};
    return oneTimePassword || told
      ? { status: 200, dialog: { kind: "outcome", title, oneTimePassword, told }, done: [id] }
      : leadOn(request, await said(request, name, id, title), after(request, target));
  });
}

/** Runs an action on several rows; each has its own result. */
export async function runBatch(request: ScreenRequest, target: ActTarget, form: FormData) {
  const { staff, match } = request;
  const { document } = match;
  const { name, key } = target;
  const ids = target.rows.map((row) => row.id);
  // The names of deleted rows are gone afterwards: they are read before.
  const before = await loadAct(staff, document, name, ids);
  const labelOf = (id: string) => before?.rows.find((row) => row.id === id)?.label ?? id;
  return attempt({ request, target, form, labelOf }, async (data): Promise<ActAnswer> => {
    const results = await staff.erp.post(`${document.api}/batch/${name}`, {
      body: { ...data, ids },
      schema: batchAnswer,
      idempotencyKey: `${key}-${name}`,
    });
    return {
      status: 200,
      dialog: {
        kind: "outcome",
        title: `批量${wordOf(document, name)}结果`,
        results: results.map(({ id, ok, msg }) => ({
          id,
          label: labelOf(id),
          ok,
          msg: msg ?? null,
        })),
      },
      done: ids,
    };
  });
}
