import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type MeData, MobileMe } from "~/features/mobile/me";
import { useFrame } from "~/screens/shell/frame";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("我的") }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { displayname, avatar, deptName } = await requireStaff(context).user();
  context.screen = { name: displayname, avatar, department: deptName };
  return null;
}

export default function Me() {
  const { screen, theme } = useFrame();
  return <MobileMe {...(screen as Omit<MeData, "theme">)} theme={theme} />;
}
