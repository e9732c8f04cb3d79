import { z } from "zod";
import { type Action, actionSchema, type DocumentType, wordOf } from "#documents/kit";
import { nothing } from "~/erp/client.server";
import type { Staff } from "~/session/staff.server";
import { problems } from "../form/problems";
import { storeFiles, storeLineFiles } from "../form/store.server";
import { readFields, readLines, type Values } from "../form/values";
import type { BatchResult, Outcome } from "./state";

const answer = z.looseObject({ oneTimePassword: z.string().optional() }).nullish();
const batchAnswer = z.array(
  z.looseObject({ id: z.string(), ok: z.boolean(), msg: z.string().nullish() }),
);

export interface Target {
  id: string;
  version: number;
}

/** `id:version` pairs of an action's form. */
export const targetsOf = (form: FormData): Target[] =>
  form.getAll("_id").flatMap((v) => {
    const [, id, version] = /^(\d{1,19}):(\d{1,9})$/.exec(String(v)) ?? [];
    return id ? [{ id, version: Number(version) }] : [];
  });

/** Values and rows that an action's form carries. */
export const readAct = (form: FormData, action: Action | undefined): Values => ({
  ...readFields(form, Object.entries(action?.input ?? {})),
  ...Object.fromEntries(
    Object.entries(action?.lines ?? {}).map(([name, l]) => [
      name,
      readLines(form, name, Object.entries(l.fields)),
    ]),
  ),
});

export type Ran =
  | { ok: true; outcome?: Outcome; message: string }
  | { ok: false; values: Values; errors: Record<string, string> };

/** Runs an action on one row or several. @throws ErpError when the backend refuses a single one */
export async function runAct(
  staff: Staff,
  document: DocumentType,
  name: string,
  targets: Target[],
  form: FormData,
  labels: (id: string) => string,
): Promise<Ran> {
  const word = wordOf(document, name);
  const action = document.actions?.[name];
  const values = readAct(form, action);
  const fileErrors = await storeFiles(staff, form, Object.entries(action?.input ?? {}), values);
  for (const [lines, { fields }] of Object.entries(action?.lines ?? {})) {
    const rows = values[lines] as Values[];
    Object.assign(
      fileErrors,
      await storeLineFiles(staff, form, lines, Object.entries(fields), rows),
    );
  }
  if (Object.keys(fileErrors).length) return { ok: false, values, errors: fileErrors };
  const parsed = actionSchema(action?.input, action?.lines).safeParse(values);
  if (!parsed.success) return { ok: false, values, errors: problems(parsed.error) };
  const key = String(form.get("_key") ?? "");
  const [first] = targets;
  if (!first) return { ok: false, values, errors: { _: "请先选择数据" } };
  if (targets.length === 1) {
    const path = `${document.api}/${first.id}`;
    const idempotencyKey = `${key}-${name}-${first.id}`;
    const made =
      name === "del"
        ? await staff.erp.del(path, {
            query: { version: first.version },
            schema: nothing,
            idempotencyKey,
          })
        : await staff.erp.post(document.actions?.[name]?.path ?? `${path}/${name}`, {
            body: { ...parsed.data, id: first.id, version: first.version },
            schema: answer,
            idempotencyKey,
          });
    const oneTimePassword = made?.oneTimePassword;
    return {
      ok: true,
      message: `${word}成功`,
      outcome: oneTimePassword
        ? { kind: "outcome", title: `${word}成功`, oneTimePassword }
        : undefined,
    };
  }
  const results = await staff.erp.post(`${document.api}/batch/${name}`, {
    body: { ...parsed.data, ids: targets.map((t) => t.id) },
    schema: batchAnswer,
    idempotencyKey: `${key}-${name}`,
  });
  const rows: BatchResult[] = results.map((r) => ({
    id: r.id,
    label: labels(r.id),
    ok: r.ok,
    msg: r.msg ?? null,
  }));
  return {
    ok: true,
    message: "",
    outcome: { kind: "outcome", title: `批量${word}结果`, results: rows },
  };
}
