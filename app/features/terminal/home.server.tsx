import { type AppLoadContext, redirect } from "@remix-run/node";
import { jobOf, terminalKinds, terminalLook } from "#documents/wms/terminal/words";
import { readFlash } from "~/session/cookies.server";
import { nextPath } from "~/session/paths.server";
import { requirePermission, type Staff } from "~/session/staff.server";
import { ownerOf, page, type Sheet } from "./document.server";
import { Head, Said } from "./parts";
import { chosenPlace, placesOf, rememberPlace } from "./place.server";

/** Codes of which one opens the terminal. */
export const CODES = [...terminalKinds.map((kind) => jobOf(kind).permission), terminalLook.permission];
/** A look at the stock alone is no work at the terminal. */
const WORK = terminalKinds.map((kind) => jobOf(kind).permission);

async function jobsOf(staff: Staff) {
  const jobs = [
    ...terminalKinds.map((kind) => ({ path: String(kind), ...jobOf(kind) })),
    { path: "stock", ...terminalLook },
  ];
  const may = await Promise.all(jobs.map((job) => staff.can(job.permission)));
  return jobs.filter((_, i) => may[i]);
}

const Places = ({ places, next }: { places: { id: string; name: string }[]; next: string }) => (
  <form method="post" className="jobs">
    <input type="hidden" name="next" value={next} />
    {places.map((p) => (
      <button type="submit" key={p.id} name="place" value={p.id}>
        {p.name}
      </button>
    ))}
  </form>
);

/** `/terminal`: the warehouse, then the job. */
export async function loadHome(request: Request, context: AppLoadContext): Promise<Response> {
  const staff = await requirePermission(context, WORK);
  const { searchParams } = new URL(request.url);
  const places = await placesOf(staff);
  const here = places.find((p) => p.id === chosenPlace(request)) ?? (places.length === 1 ? places[0] : undefined);
  const flash = readFlash(request);
  const headers = new Headers();
  if (flash.setCookie) headers.append("Set-Cookie", flash.setCookie);
  if (here) headers.append("Set-Cookie", rememberPlace(here.id, context.secure));
  const choosing = !here || searchParams.get("do") === "place";
  const next = nextPath(searchParams.get("next"));
  const sheet: Sheet = {
    title: "仓库终端",
    headers,
    demo: staff.demo,
    data: { owner: ownerOf(staff), ...(here && { place: here.id, name: here.name }) },
    body: (
      <>
        <Head title="仓库终端" place={here?.name} back="/wel/index" />
        <main>
          <Said
            band={
              flash.message && { tone: flash.message.tone === "success" ? "good" : "bad", said: flash.message.text }
            }
          />
          <h1>{choosing ? "选择仓库" : "选择作业"}</h1>
          {!places.length && <p>没有由您负责的仓库，请联系仓库负责人。</p>}
          {choosing ? (
            <Places places={places} next={next === "/" ? "/terminal" : next} />
          ) : (
            <nav className="jobs" aria-label="作业">
              {(await jobsOf(staff)).map((job) => (
                <a key={job.path} className="btn" href={`/terminal/${job.path}`}>
                  {job.label}
                </a>
              ))}
            </nav>
          )}
          <div id="waiting" hidden />
        </main>
      </>
    ),
  };
  return page(request, sheet);
}

/** The choice of a warehouse. */
export async function choosePlace(context: AppLoadContext): Promise<Response> {
  const staff = await requirePermission(context, WORK);
  const { form, secure } = context;
  const place = (await placesOf(staff)).find((p) => p.id === String(form.get("place")));
  const next = nextPath(String(form.get("next") ?? ""));
  const to = next.startsWith("/terminal") ? next : "/terminal";
  const headers = new Headers();
  if (place) headers.append("Set-Cookie", rememberPlace(place.id, secure));
  return redirect(to, { status: 303, headers });
}
