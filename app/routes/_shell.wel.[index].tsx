import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { HomeView } from "~/features/home/home";
import { type HomeData, loadHome } from "~/features/home/home.server";
import { Cached } from "~/screens/shell/cached.server";
import { handOver } from "~/screens/shell/frame";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<HomeData>();

export const meta: MetaFunction = () => [{ title: pageTitle("首页") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  return screen.give(context, await loadHome(request, requireStaff(context)));
}

export default function Home() {
  return <Cached draw={HomeView} of={screen.useGiven()} />;
}
