import { withParams } from "../url";

/** Query name that asks for a page that asks for itself again. */
export const FOLLOW = "follow";
const SECONDS = 5;

interface LiveProps {
  /** What is shown still changes by itself. */
  on: boolean;
  /** What is said meanwhile: 有任务在运行. */
  children: string;
  /** Address of the page; FOLLOW in it: without script it comes again by itself. */
  url: string;
}

/**
 * While something runs, what it shows follows every 5 seconds without moving focus or scroll. Without
 * script whoever wants so asks for it, as a page that comes anew takes a reader's place away.
 */
export function Live({ on, children, url }: LiveProps) {
  const follows = new URLSearchParams(url.split("?")[1]).has(FOLLOW);
  return (
    <p className="hint" data-live={on ? SECONDS : undefined} hidden={!on}>
      {on && (
        <>
          {`${children}，`}
          <span className="js-only">{`每${SECONDS}秒更新。`}</span>
          <a href={withParams(url, { [FOLLOW]: null })}>刷新</a>{" "}
          <noscript>
            {follows && <meta httpEquiv="refresh" content={`${SECONDS}`} />}
            <a href={withParams(url, { [FOLLOW]: follows ? null : 1 })}>{follows ? "停止自动刷新" : "自动刷新"}</a>
          </noscript>
        </>
      )}
    </p>
  );
}
