/** Leads to a row that somebody changed since it was seen; the form beside it keeps what was typed. */
export function Newer({ href }: { href: string | undefined }) {
  if (!href) return null;
  return (
    <p>
      <a href={href} target="_blank" rel="noreferrer">
        查看最新内容
      </a>
      （在新窗口打开）
    </p>
  );
}
