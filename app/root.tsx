import { isRouteErrorResponse, Outlet, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { useFrame } from "~/screens/shell/frame";
import { MobileStyles } from "~/ui/mobile/mobile";
import { MoreAhead } from "~/ui/more/more";
import { PhoneStyles } from "~/ui/phone/phone";
import { ErrorPanel } from "~/ui/shell/error-panel";
import styles from "~/ui/styles.css";
import dark from "~/ui/theme/dark.css";
import { darkMedia } from "~/ui/theme/theme";
import themes from "~/ui/theme/themes.css";

/** The browser paints nothing before the element of this id begins: what follows the page. React does not know it. */
const Expect = ({ id }: { id: string }) => <link rel="expect" href={`#${id}`} blocking="render" />;

export function Layout({ children }: { children: ReactNode }) {
  const frame = useFrame();
  const night = darkMedia(frame.theme);
  return (
    <html
      lang="zh-CN"
      data-theme={frame.theme}
      data-build={frame.shell ? frame.build : undefined}
      data-native={frame.native || undefined}
      data-posted={frame.posted || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{frame.title}</title>
        <link rel="icon" href="/favicon.svg" />
        {/* One frame of the whole page comes sooner than several of its parts. */}
        {frame.shell && <Expect id={frame.mobile ? "news" : "foot"} />}
        <link rel="stylesheet" href={styles} />
        {frame.shell && <PhoneStyles />}
        {frame.mobile && <MobileStyles />}
        {night ? (
          <link rel="stylesheet" href={dark} media={night} />
        ) : (
          frame.theme !== "default" && <link rel="stylesheet" href={themes} />
        )}
        {frame.themeCss && <style dangerouslySetInnerHTML={{ __html: frame.themeCss }} />}
      </head>
      <body>
        {children}
        {frame.first && (
          <>
            <link rel="prefetch" as="style" href={styles} />
            <MoreAhead />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Errors outside the shell, and inside it when the shell itself could not be made. */
export function ErrorBoundary() {
  const { status, problem, requestId } = useFrame();
  const error = useRouteError();
  const own = isRouteErrorResponse(error) ? error.data?.message : undefined;
  return (
    <main className="alone">
      <ErrorPanel status={status} message={problem?.message ?? own} requestId={requestId} retry={problem?.retry} />
    </main>
  );
}
