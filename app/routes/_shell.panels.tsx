import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { handOver, useFrame } from "~/screens/shell/frame";
import { backPath } from "~/session/paths.server";
import { pageTitle } from "~/text";
import { InPage } from "~/ui/popover/popover";
import { Panels } from "~/ui/topbar/panels";

export const meta: MetaFunction = () => [{ title: pageTitle("界面设置") }];

/** It is no place to come back to. */
export const handle = { tab: false };

const { give, useGiven } = handOver<{ back: string }>();

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  give(context, { back: backPath(new URL(request.url).searchParams.get("back")) });

/** What the bar's buttons open, for a browser without script. */
export default function PanelsPage() {
  const { shell } = useFrame();
  const { back } = useGiven();
  return (
    <div className="bar-panels">
      <h1>界面设置</h1>
      <a href={back}>返回</a>
      <InPage.Provider value={true}>{shell && <Panels shell={{ ...shell, at: back }} />}</InPage.Provider>
    </div>
  );
}
