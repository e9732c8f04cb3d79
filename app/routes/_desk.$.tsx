import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { actOnScreen } from "~/screens/act.server";
import { loadScreen, type ScreenState } from "~/screens/load.server";
import { PlannedPage } from "~/screens/planned-page";
import { resolve } from "~/screens/resolve";
import { ScreenView } from "~/screens/screen";
import { requireDesk } from "~/session/desk.server";
import { pageTitle } from "~/text/title";

interface Data {
  url: string;
  title: string;
  state: ScreenState | null;
}

/** What an action shows instead of a redirect: the loader that runs after it must not load again. */
const shown = new WeakMap<object, Data>();

/** The declared screen of a request. @throws Response 404 when no screen has this address */
function screenOf({ request, context }: LoaderFunctionArgs) {
  const desk = requireDesk(context);
  const url = new URL(request.url);
  const match = resolve(url.pathname);
  if (!match) throw json({ message: "页面不存在" }, { status: 404 });
  const cookies = request.headers.get("Cookie");
  return { desk, url, match, cookies };
}

export async function loader(args: LoaderFunctionArgs) {
  const done = shown.get(args.context);
  if (done) return json<Data>(done);
  const { desk, url, match, cookies } = screenOf(args);
  const { document } = match;
  const path = url.pathname + url.search;
  if (!document) return json<Data>({ url: path, title: match.title, state: null });
  const state = await loadScreen({ desk, url, cookies, match: { ...match, document } });
  return json<Data>({ url: path, title: state.title, state });
}

export async function action(args: ActionFunctionArgs) {
  const { desk, url, match, cookies } = screenOf(args);
  const { document } = match;
  if (!document) throw json({ message: "页面不存在" }, { status: 404 });
  const form = await args.request.formData();
  const result = await actOnScreen({ desk, url, cookies, match: { ...match, document } }, form);
  if (result instanceof Response) return result;
  const { state, status } = result;
  shown.set(args.context, { url: url.pathname + url.search, title: state.title, state });
  return json(null, { status });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.title ?? "") },
];

export default function DeclaredScreen() {
  const { state, url, title } = useLoaderData<typeof loader>() as unknown as Data;
  return state ? <ScreenView state={state} url={url} /> : <PlannedPage title={title} />;
}
