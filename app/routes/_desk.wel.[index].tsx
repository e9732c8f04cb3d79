import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { HomeView } from "~/screens/home/home";
import { loadHome } from "~/screens/home/home.server";
import { requireDesk } from "~/session/desk.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("首页") }];

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json(await loadHome(request, requireDesk(context)));

export default function Home() {
  return <HomeView {...useLoaderData<typeof loader>()} />;
}
