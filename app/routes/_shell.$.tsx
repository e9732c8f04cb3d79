import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { partsOf } from "~/features/parts";
import { actOnScreen } from "~/screens/act.server";
import { refreshHeaders, startsFrom } from "~/screens/frame/request.server";
import { type Match, resolve } from "~/screens/frame/resolve";
import { lastPage } from "~/screens/list/load.server";
import { loadScreen, type ScreenState } from "~/screens/load.server";
import { withNumber } from "~/screens/preview/number.server";
import { ScreenView } from "~/screens/screen";
import { handOver } from "~/screens/shell/frame";
import { prepareMenu } from "~/screens/shell/menu.server";
import { PlannedPage } from "~/screens/shell/planned-page";
import { backWithWarning, referrer } from "~/screens/shell/referrer.server";
import { requireStaff, type Staff } from "~/session/staff.server";
import { pageTitle } from "~/text";

interface Data {
  url: string;
  title: string;
  state: ScreenState | null;
}

const screen = handOver<Data>();

/** A menu entry whose page is still to come. */
async function plannedEntry(staff: Staff, path: string): Promise<Match | null> {
  const leaf = prepareMenu(await staff.menu()).byPath.get(path);
  return leaf ? { path, title: leaf.label, params: {} } : null;
}

/** The declared screen of a request. @throws Response 404 when no screen has this address */
async function screenOf({ request, context }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  const url = new URL(request.url);
  const match = resolve(url.pathname) ?? (await plannedEntry(staff, url.pathname));
  if (!match) throw json({ message: "页面不存在" }, { status: 404 });
  const cookies = request.headers.get("Cookie");
  return { staff, url, match, cookies };
}

/** Hands the page its data; Remix itself needs no more than the title. */
function show(context: AppLoadContext, data: Data) {
  screen.give(context, data);
  const headers: HeadersInit = data.state?.goesOn ? { Refresh: "1" } : {};
  return json({ title: data.title }, { headers });
}

export const headers: HeadersFunction = refreshHeaders;

export async function loader(args: LoaderFunctionArgs) {
  // What an action shows instead of a redirect must not be loaded again.
  const done = screen.givenTo(args.context);
  if (done) return json({ title: done.title });
  const { staff, url, match, cookies } = await screenOf(args);
  const { document } = match;
  const path = url.pathname + url.search;
  if (!document) return show(args.context, { url: path, title: match.title, state: null });
  const found = await withNumber(staff, { ...match, document }, url, true);
  const asked = { staff, url, cookies, match: found };
  const state = await loadScreen(asked).catch((error) => {
    // A form that would start from another document: why it may not is said where the link is.
    if (!startsFrom(asked)) throw error;
    throw backWithWarning(error, referrer(args.request, args.context.visit.host));
  });
  const last = state.list && lastPage(state.list);
  if (last) throw redirect(last);
  return show(args.context, { url: path, title: state.title, state });
}

export async function action(args: ActionFunctionArgs) {
  const { staff, url, match, cookies } = await screenOf(args);
  const { document } = match;
  if (!document) throw json({ message: "页面不存在" }, { status: 404 });
  const { form } = args.context;
  const found = await withNumber(staff, { ...match, document }, url, false);
  const result = await actOnScreen({ staff, url, cookies, match: found }, form);
  if (result instanceof Response) return result;
  const { state, status } = result;
  screen.give(args.context, { url: url.pathname + url.search, title: state.title, state });
  return json(null, { status });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(data?.title ?? "") }];

export default function DeclaredScreen() {
  const { state, url, title } = screen.useGiven();
  return state ? <ScreenView state={state} url={url} parts={partsOf(state.document)} /> : <PlannedPage title={title} />;
}
