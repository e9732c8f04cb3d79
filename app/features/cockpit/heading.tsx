import type { ReactNode } from "react";
import { Alert, MoreStyles, Toolbar, withParams } from "~/ui";

interface HeadingProps {
  title: string;
  /** The page without its dialog. */
  url: string;
  /** Whose figures these are, in words. */
  scope?: string;
  exportHref?: string;
  columnsHref?: string;
  children?: ReactNode;
}

/** Title, whose figures these are, and what explains them. */
export const Heading = ({ title, url, scope, children, ...tools }: HeadingProps) => (
  <Toolbar
    title={title}
    {...tools}
    lead={
      <>
        <MoreStyles />
        <span className="hint">{scope && `数据范围：${scope}　`}单位：人民币</span>
      </>
    }
  >
    <span className="space" />
    {children}
    <a className="btn" href={withParams(url, { formula: 1 })}>
      指标口径
    </a>
  </Toolbar>
);

/** Why parts of a page are missing; the rest of it stands. */
export const Problems = ({ problems }: { problems: readonly string[] }) => (
  <>
    {problems.map((text) => (
      <Alert key={text} tone="danger" title="部分数据没有取到：">
        {text}
      </Alert>
    ))}
  </>
);
