import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { changeMobileHome, type MobileAnswer } from "~/features/mobile/change.server";
import { MobileHome } from "~/features/mobile/home";
import { loadMobileHome, type MobileHomeData } from "~/features/mobile/home.server";
import { handOver } from "~/screens/shell/frame";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<MobileHomeData>();

export const meta: MetaFunction = () => [{ title: pageTitle("首页") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  return screen.give(context, await loadMobileHome(request, requireStaff(context)));
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  changeMobileHome(requireStaff(context), request, context.form);

export default function Mobile() {
  const answer = useActionData<MobileAnswer>();
  return <MobileHome home={screen.useGiven()} answer={answer} />;
}
