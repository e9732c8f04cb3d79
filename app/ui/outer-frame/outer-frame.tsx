import { LinkButton } from "../button/button";
import css from "./outer-frame.css";

export interface OuterFrameProps {
  title: string;
  host: string;
  /** http(s) address of an allowed host. */
  src: string;
}

/** A page of another system. Sandboxed: it can neither leave its frame nor reach the console. */
export function OuterFrame({ title, host, src }: OuterFrameProps) {
  return (
    <>
      <link rel="stylesheet" href={css} />
      <section className="outer-frame">
        <header>
          <h1>{title}</h1>
          <span className="hint">来自 {host}</span>
          <LinkButton href={src} target="_blank" small>
            新窗口打开
          </LinkButton>
        </header>
        <iframe
          src={src}
          title={title}
          sandbox="allow-scripts allow-forms allow-popups allow-downloads allow-same-origin"
          referrerPolicy="no-referrer"
        />
      </section>
    </>
  );
}
