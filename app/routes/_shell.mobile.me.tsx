import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type MeData, MobileMe } from "~/features/mobile/me";
import { handOver, useFrame } from "~/screens/shell/frame";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<Omit<MeData, "theme">>();

export const meta: MetaFunction = () => [{ title: pageTitle("我的") }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { displayname, avatar, deptName } = await requireStaff(context).user();
  return screen.give(context, { name: displayname, avatar, department: deptName });
}

export default function Me() {
  return <MobileMe {...screen.useGiven()} theme={useFrame().theme} />;
}
