import { Card } from "../card/card";
import { Prose } from "./prose";

/** A heading of a text, and where it stands. */
interface ArticleHeading {
  id: string;
  text: string;
  below: boolean;
}

const HEADING = /<h([23])>([\s\S]*?)<\/h\1>/g;
const SIGNS: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** What stands between the tags. */
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (sign) => SIGNS[sign] ?? sign)
    .trim();

/**
 * Rich text that the server has cleaned, with a place at every heading of the second and third rank that
 * says something, and tables that scroll in themselves.
 */
export function articleOf(html: string): { html: string; headings: ArticleHeading[] } {
  const headings: ArticleHeading[] = [];
  const placed = html.replace(HEADING, (whole, rank: string, inner: string) => {
    const text = wordsOf(inner);
    if (!text) return whole;
    const id = `part-${headings.length + 1}`;
    headings.push({ id, text, below: rank === "3" });
    return `<h${rank} id="${id}">${inner}</h${rank}>`;
  });
  const scrolling = placed
    .replaceAll("<table>", '<div class="wide-table" role="region" aria-label="表格" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return { html: scrolling, headings };
}

const Contents = ({ headings }: { headings: readonly ArticleHeading[] }) => (
  <ol>
    {headings.map(({ id, text, below }) => (
      <li key={id} className={below ? "below" : undefined}>
        <a href={`#${id}`}>{text}</a>
      </li>
    ))}
  </ol>
);

/** A long text to read: no wider than is read well, with its headings beside it, folded above it where it is narrow. */
export function Article({ title, html }: { title: string; html: string }) {
  const article = articleOf(html);
  const { headings } = article;
  const listed = headings.length > 1;
  return (
    <Card title={title}>
      <div className="article">
        {listed && (
          <>
            <details className="contents-above">
              <summary>目录（{headings.length}）</summary>
              <nav aria-label="目录">
                <Contents headings={headings} />
              </nav>
            </details>
            <nav className="contents-beside" aria-label="目录">
              <h3>目录</h3>
              <Contents headings={headings} />
            </nav>
          </>
        )}
        <Prose html={article.html} />
      </div>
    </Card>
  );
}
