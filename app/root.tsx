import { isRouteErrorResponse, Outlet, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFrame } from "~/screens/shell/frame";
import { ErrorPanel } from "~/ui/shell/error-panel";
import styles from "~/ui/styles.css";

export function Layout({ children }: { children: ReactNode }) {
  const frame = useFrame();
  return (
    <html lang="zh-CN" data-theme={frame.theme} data-posted={frame.posted || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{frame.title}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href={styles} />
        {frame.themeCss && <style dangerouslySetInnerHTML={{ __html: frame.themeCss }} />}
      </head>
      <body>{children}</body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Errors outside the shell, and inside it when the shell itself could not be made. */
export function ErrorBoundary() {
  const { status, problem } = useFrame();
  const error = useRouteError();
  const own = isRouteErrorResponse(error) ? error.data?.message : undefined;
  return (
    <main className="alone">
      <ErrorPanel status={status} message={problem?.message ?? own} />
    </main>
  );
}
