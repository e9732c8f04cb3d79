import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import type { ShellHandle } from "~/screens/shell/page.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";
import { Card } from "~/ui";
import { Scan } from "~/ui/scan/scan";

export const handle: ShellHandle = { tab: false };
export const meta: MetaFunction = () => [{ title: pageTitle("扫码") }];

export function loader({ context }: LoaderFunctionArgs) {
  requireStaff(context);
  return json({});
}

/** Opens what a number names: the search does it. */
export default function ScanPage() {
  return (
    <>
      <h1>扫码</h1>
      <Card>
        <Scan action="/search" />
      </Card>
    </>
  );
}
