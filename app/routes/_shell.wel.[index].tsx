import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { HomeView } from "~/features/home/home";
import { type HomeData, loadHome } from "~/features/home/home.server";
import { useFrame } from "~/screens/shell/frame";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("首页") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  context.screen = await loadHome(request, requireStaff(context));
  return null;
}

export default function Home() {
  return <HomeView {...(useFrame().screen as HomeData)} />;
}
