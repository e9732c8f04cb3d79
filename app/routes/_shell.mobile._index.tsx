import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { changeMobileHome, type MobileAnswer } from "~/features/mobile/change.server";
import { MobileHome } from "~/features/mobile/home";
import { loadMobileHome, type MobileHomeData } from "~/features/mobile/home.server";
import { useFrame } from "~/screens/shell/frame";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("首页") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  context.screen = await loadMobileHome(request, requireStaff(context));
  return null;
}

export const action = ({ request, context }: ActionFunctionArgs) =>
  changeMobileHome(requireStaff(context), request, context.form);

export default function Mobile() {
  const answer = useActionData<MobileAnswer>();
  return <MobileHome home={useFrame().screen as MobileHomeData} answer={answer} />;
}
