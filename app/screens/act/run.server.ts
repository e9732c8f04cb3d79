import { z } from "zod";
import { documentNamed } from "#documents";
import { comesBack, wordOf } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { afterSubmit } from "../form/submit.server";
import { saying, takenOut } from "../form/taken";
import type { ValueValues } from "../form/values";
import { confirmedIn } from "../frame/confirmed";
import { rowHref } from "../frame/href";
import { withoutPicked } from "../frame/picked";
import { type InFront, leadOn, pagePath, type ScreenRequest, statusOf, viewOf } from "../frame/request.server";
import { loadNext, loadRow, nextSaid } from "../row/load.server";
import { changedBy } from "../row/row";
import { isShort, takingBack, undoOf } from "../row/undo.server";
import { loadAct } from "./load.server";
import { readInput, rowsAgain, typedIn } from "./rows.server";
import { SCAN, scansIn } from "./scans";
import type { ActState, Outcome } from "./state";
import type { ActRow, ActTarget } from "./target";

type ActAnswer = Response | InFront<ActState | Outcome>;

interface Attempt {
  request: ScreenRequest;
  target: ActTarget;
  form: FormData;
  /** What a row is called, where it cannot be read any more. */
  labelOf?: (id: string) => string;
}

/**
 * Runs an action with what its form asked for. Refused, its dialog asks again with everything that was
 * typed; where even that cannot be loaded, the refusal stands beside the rows.
 */
async function attempt(
  { request, target, form, labelOf = (id) => id }: Attempt,
  run: (data: ValueValues, first: ActRow) => Promise<ActAnswer>,
): Promise<ActAnswer> {
  const { staff, match } = request;
  const { name, rows } = target;
  const action = match.document.actions?.[name];
  const ids = rows.map((row) => row.id);
  const load = () => loadAct(staff, match.document, name, ids);
  let typed = typedIn(form, action, ids);
  /** What is said of a row that is another one than was seen; the next try knows it as it is now. */
  const changedMeanwhile = async (state: ActState) => {
    const [seen] = rows;
    const now = state.rows.find(({ id, version }) => id === seen?.id && version !== seen.version);
    if (!now || state.refused || rows.length > 1) return null;
    const row = await loadRow(staff, match.document, now.id).catch(() => null);
    const by = (row && changedBy(row)) ?? "其他人";
    return {
      message: `${by}修改了${now.label}，您填写的内容都还在。请核对最新内容后再次${wordOf(match.document, name)}`,
      newer: rowHref(match.document, "detail", now.id, match.document.screens.list),
    };
  };
  const again = async (state: ActState): Promise<ActState> => ({
    ...state,
    ...(await rowsAgain(staff, match.document, state, typed)),
    counting: { scans: scansIn(form.getAll(SCAN.kept).map(String)) },
  });
  try {
    const read = await readInput(staff, match.document, name, form, ids);
    // With the files that came along: nobody chooses them twice.
    typed = read.values;
    const [first] = rows;
    if ("data" in read && first) return await run({ ...read.data, ...confirmedIn(form) }, first);
    const errors = "data" in read ? { _: "请先选择数据" } : read.errors;
    const state = await load();
    return { status: 422, dialog: state && { ...(await again(state)), errors } };
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const state = await load().catch(() => null);
    const newer = error.status === 409 && !error.asks && state && (await changedMeanwhile(state));
    const refused = { ok: false, msg: error.message };
    return {
      status: statusOf(error),
      dialog: state
        ? {
            ...(await again(state)),
            message: error.message,
            ...(error.asks && { question: error.message }),
            errors: { ...error.fields },
            ...newer,
            key: crypto.randomUUID(),
          }
        : {
            kind: "outcome",
            title: "操作失败",
            results: rows.map(({ id }) => ({ id, label: labelOf(id), ...refused })),
          },
    };
  }
}

const answer = z.looseObject({ oneTimePassword: z.string().optional(), told: z.string().optional() }).nullish();
const madeOne = z.object({ madeId: z.string(), no: z.string() });
const batchAnswer = z.array(z.looseObject({ id: z.string(), ok: z.boolean(), msg: z.string().nullish() }));

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
    const undo = comesBack(document) ? { undo: takingBack(document, "del", [row]) } : {};
    return leadOn(request, `${wordOf(document, "del")}成功`, to, "success", undo);
  });
}

/** After a step of an approval: for whom it waits now. */
const said = (request: ScreenRequest, name: string, id: string, title: string) =>
  request.match.document.flow && ["submit", "approve"].includes(name) ? afterSubmit(request, id, title) : title;

/** Runs an action on one row. */
export function runAction(request: ScreenRequest, target: ActTarget, form: FormData) {
  const { staff, match } = request;
  const { document } = match;
  const { name, key } = target;
  return attempt({ request, target, form }, async (data, { id, version }): Promise<ActAnswer> => {
    const { path: own, input = {}, lines = {}, makes } = document.actions?.[name] ?? {};
    const fieldsOf = Object.entries(lines).map(([table, l]) => [table, l.fields] as const);
    const taken = takenOut(form, Object.entries(input), fieldsOf);
    const title = saying(`${wordOf(document, name)}成功`, taken);
    const path = own ?? `${document.api}/${id}/${name}`;
    const onward = target.onward && (await loadNext(staff, document, name, id));
    const made = await staff.erp.post(path, {
      body: { ...data, id, version },
      schema: answer,
      idempotencyKey: `${key}-${name}-${id}`,
    });
    const { oneTimePassword, told } = made ?? {};
    if (oneTimePassword || told)
      return { status: 200, dialog: { kind: "outcome", title, oneTimePassword, told }, done: [id] };
    if (onward)
      return onward.link
        ? leadOn(request, `${title}，这是下一条`, onward.link.href)
        : leadOn(request, `${title}，没有${onward.state}的了`, document.screens.list);
    if (makes) {
      const [next, one] = [documentNamed(makes), madeOne.parse(made)];
      const to = rowHref(next, "detail", one.madeId, document.screens.list);
      return leadOn(request, `${title}，已生成${next.label}${one.no}`, to);
    }
    const text = await said(request, name, id, title);
    const { says, ...next } = await nextSaid(staff, document, name, id);
    const undo = await undoOf(request, name, [id]);
    return leadOn(request, text + says, after(request, target), "success", { ...next, ...undo });
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
    const done = results.flatMap(({ id, ok }) => (ok ? [id] : []));
    const word = wordOf(document, name);
    const to = after(request, target);
    const { undo } = await undoOf(request, name, done, to);
    if (undo?.rows.length === ids.length && isShort(undo))
      return leadOn(request, `已${word} ${done.length} 条`, to, "success", { undo });
    return {
      status: 200,
      dialog: {
        kind: "outcome",
        title: `批量${word}结果`,
        undo,
        results: results.map(({ id, ok, msg }) => ({ id, label: labelOf(id), ok, msg: msg ?? null })),
      },
      done: ids,
    };
  });
}
