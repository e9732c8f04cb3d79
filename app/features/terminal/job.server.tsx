import { createHash, randomUUID } from "node:crypto";
import { type AppLoadContext, json, redirect } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import {
  finishOut,
  jobOf,
  scanOut,
  type TerminalKind,
  type TerminalView,
  terminalAsk,
  terminalView,
} from "#documents/wms/terminal/words";
import { ErpError, nothing } from "~/erp/client.server";
import { uploaded } from "~/erp/shapes";
import { flash, readFlash } from "~/session/cookies.server";
import { requirePermission, type Staff } from "~/session/staff.server";
import { wantsPage } from "~/session/visit.server";
import { uploadProblem } from "~/ui/upload/upload-data";
import { ownerOf, page } from "./document.server";
import { FinishView, JobView, labelOf } from "./job-view";
import { type Band, State } from "./parts";
import { requirePlace } from "./place.server";

const OWN = new Set(["intent", "job"]);
const MOST = 9;

/** Texts of a form, and its files, which are stored first. `shown`: what the form has when it comes again. */
async function storedFiles(staff: Staff, form: FormData) {
  const values: Record<string, string | string[]> = {};
  const shown: Record<string, string> = {};
  for (const name of new Set(form.keys())) {
    if (OWN.has(name)) continue;
    const given = form.getAll(name);
    const files = given.filter((one): one is File => one instanceof File);
    if (files.length) {
      const kept = String(form.get(`${name}Kept`) ?? "")
        .split(",")
        .filter(Boolean);
      const chosen = files.filter((file) => file.size > 0);
      const problem = uploadProblem(chosen, kept.length, MOST);
      if (problem) throw new ErpError(problem, 400);
      for (const file of chosen) {
        const part = new FormData();
        part.append("file", file, file.name);
        const { id } = await staff.erp.upload("/admin/file/uploadFile", part, uploaded);
        if (id) kept.push(id);
      }
      values[name] = kept;
      shown[name] = kept.join(",");
    } else if (!name.endsWith("Kept")) {
      values[name] = String(given[0] ?? "");
      shown[name] = String(given[0] ?? "");
    }
  }
  return { values, shown };
}

const pathOf = (kind: TerminalKind) => `/wms/terminal/${kind}`;
const text = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

const viewOf = (staff: Staff, kind: TerminalKind, warehouseId: string) =>
  staff.erp.get(pathOf(kind), { query: { warehouseId }, schema: terminalView });

/** A warehouse that is nobody's any more is chosen anew. */
async function viewHere(staff: Staff, kind: TerminalKind, request: Request): Promise<TerminalView> {
  try {
    return await viewOf(staff, kind, requirePlace(request));
  } catch (error) {
    if (error instanceof ErpError && error.status === 404) throw redirect(`/terminal?do=place&next=/terminal/${kind}`);
    throw error;
  }
}

/** The last answer stays until the next good scan. */
const lastSaid = ({ scans }: TerminalView): Band | null => {
  const [last] = scans;
  return last && !last.undone ? { tone: last.tone, said: last.said } : null;
};

const dataOf = (staff: Staff, kind: TerminalKind, { place }: TerminalView) => ({
  owner: ownerOf(staff),
  kind,
  place: place.id,
  name: place.name,
});

/** `/terminal/{job}`: the field, what was counted; `?do=finish`: its end. */
export async function loadJob(
  request: Request,
  context: AppLoadContext,
  kind: TerminalKind,
  refused?: { message: string; values: Record<string, string> },
): Promise<Response> {
  const words = jobOf(kind);
  const staff = await requirePermission(context, words.permission);
  const view = await viewHere(staff, kind, request);
  const said = readFlash(request);
  const headers = new Headers();
  if (said.setCookie) headers.append("Set-Cookie", said.setCookie);
  const base = { headers, demo: staff.demo, data: dataOf(staff, kind, view), status: refused ? 422 : 200 };
  const finishing = new URL(request.url).searchParams.get("do") === "finish";
  if (finishing && view.job) {
    const asks = await staff.erp.get(`${pathOf(kind)}/ask`, {
      query: { warehouseId: view.place.id },
      schema: z.array(terminalAsk),
    });
    const band: Band | null = refused ? { tone: "bad", said: refused.message } : null;
    return page(request, {
      ...base,
      title: words.ends,
      body: <FinishView words={words} view={view} asks={asks} band={band} values={refused?.values ?? {}} />,
    });
  }
  const { message } = said;
  const band: Band | null = message
    ? { tone: message.tone === "success" ? "good" : "bad", said: message.text }
    : lastSaid(view);
  return page(request, {
    ...base,
    title: words.label,
    body: <JobView words={words} view={view} band={band} keyOf={randomUUID()} />,
  });
}

/** What was scanned; a box that is sealed comes with its weight and measures. */
const codeOf = (form: FormData): string =>
  ["code", "weight", "size"]
    .map((name) => text(form, name).trim())
    .filter(Boolean)
    .join(" ");

/** Two codes from one page are two scans; the same one twice is one that was sent twice. */
const keyOf = (form: FormData): string => {
  const given = text(form, "key").slice(0, 60);
  const what = `${codeOf(form)} ${text(form, "qty")} ${text(form, "good")}`;
  return `${given}:${createHash("sha256").update(what).digest("hex").slice(0, 8)}`;
};

async function scan(request: Request, context: AppLoadContext, staff: Staff, kind: TerminalKind) {
  const { form, visit } = context;
  const words = jobOf(kind);
  const forScript = !wantsPage(visit);
  const time = text(form, "time");
  const body = {
    warehouseId: text(form, "place"),
    code: codeOf(form),
    qty: text(form, "qty") || "1",
    good: form.get("good") !== "0",
    key: keyOf(form),
    ...(time && { time }),
    view: forScript,
  };
  const answer = await staff.erp.post(`${pathOf(kind)}/scan`, { body, schema: scanOut });
  if (!forScript) return redirect(new URL(request.url).pathname, { status: 303 });
  const { tone, said, view } = answer;
  return json({
    final: true,
    tone,
    said,
    ...(view && {
      asked: labelOf(words, !!view.job),
      state: renderToStaticMarkup(<State view={view} words={words} keyOf={randomUUID()} />),
    }),
  });
}

async function finish(context: AppLoadContext, staff: Staff, kind: TerminalKind) {
  const { form } = context;
  const { values, shown } = await storedFiles(staff, form);
  try {
    const body = { jobId: text(form, "job"), values };
    const done = await staff.erp.post(`${pathOf(kind)}/finish`, { body, schema: finishOut });
    return { said: done.said };
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage || error.signedOut) throw error;
    return { refused: { message: error.message, values: shown } };
  }
}

/** The forms of a job: a scan, taking one back, its end, giving it up. */
export async function actOnJob(request: Request, context: AppLoadContext, kind: TerminalKind): Promise<Response> {
  const { form } = context;
  const staff = await requirePermission(context, jobOf(kind).permission);
  // What waited on the device says whose it is: it is never counted as somebody else's.
  const owner = form.get("owner");
  if (owner && owner !== ownerOf(staff)) return json({ final: false }, { status: 409 });
  const here = new URL(request.url).pathname;
  const back = (tone: "success" | "danger", said: string) =>
    redirect(here, { status: 303, headers: flash(new Headers(), { tone, text: said }) });
  try {
    switch (form.get("intent")) {
      case "scan":
        return await scan(request, context, staff, kind);
      case "undo": {
        const schema = z.object({ code: z.string() });
        const body = { scanId: text(form, "scan") };
        const { code } = await staff.erp.post(`${pathOf(kind)}/undo`, { body, schema });
        return back("success", `已撤回 ${code}`);
      }
      case "drop":
        await staff.erp.post(`${pathOf(kind)}/drop`, { body: { jobId: text(form, "job") }, schema: nothing });
        return back("success", "已放弃，可以重新开始");
      case "finish": {
        const end = await finish(context, staff, kind);
        if (end.refused) {
          const again = new Request(`${new URL(request.url).origin}${here}?do=finish`, { headers: request.headers });
          return await loadJob(again, context, kind, end.refused);
        }
        return back("success", end.said);
      }
      default:
        return back("danger", "提交的内容不正确");
    }
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage || error.signedOut) throw error;
    if (!wantsPage(context.visit)) return json({ final: true, tone: "bad", said: error.message });
    return back("danger", error.message);
  }
}
