import type { LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useRouteError } from "@remix-run/react";
import { resolve } from "~/screens/frame/resolve";
import { useFrame } from "~/screens/shell/frame";
import { Alert, FlashBand } from "~/ui";
import { ErrorPanel } from "~/ui/shell/error-panel";

/** Starts what the shell needs while the page loads its own data; entry.server waits for it. */
export async function loader({ context }: LoaderFunctionArgs) {
  // The gate keeps everybody else out, but for /myiframe, which is public (specification 2.1).
  const { staff } = context;
  if (staff) await Promise.all([staff.menu(), staff.bell(), staff.todo()]);
  return null;
}

/** The page alone: entry.server puts the shell around it. */
export default function Staff() {
  const { shell, flash } = useFrame();
  return shell ? (
    <>
      <FlashBand flash={flash} closeHref={shell.at} />
      {shell.figuresComing && (
        <Alert>
          历史经营数据生成中，约需半分钟，完成后<a href={`/refresh${shell.at}`}>刷新</a>即可看到
        </Alert>
      )}
      <Outlet />
    </>
  ) : (
    <main className="alone">
      <Outlet />
    </main>
  );
}

/** The list of what an address is about; nothing where that is no document. */
function listOf(at: string) {
  const document = resolve(at.split("?")[0] ?? "")?.document;
  return document && { href: document.screens.list, label: document.label };
}

/** What went wrong inside a page stays inside the shell: menu and tabs lead out of it. */
export function ErrorBoundary() {
  const { shell, status, problem, requestId } = useFrame();
  const error = useRouteError();
  const own = isRouteErrorResponse(error) ? error.data?.message : undefined;
  const list = status === 404 && shell ? listOf(shell.at) : undefined;
  const message = problem?.message ?? own;
  const told = { status, message, list, requestId, at: shell?.at, retry: problem?.retry };
  const panel = <ErrorPanel {...told} />;
  return shell ? panel : <main className="alone">{panel}</main>;
}
