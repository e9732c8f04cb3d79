import { Icon } from "../icon/icon";

/** What kind of page it is and what it is about: narrow bars leave the kind out, its list says it. */
function Named({ label }: { label: string }) {
  const [kind = "", ...about] = label.split(" ");
  if (!about.length) return label;
  return (
    <>
      <span className="kind">{kind} </span>
      {about.join(" ")}
    </>
  );
}

/** Where the page stands; the last one is the page itself. */
export const Breadcrumb = ({
  items,
  guide,
}: {
  items: readonly { label: string; href?: string }[];
  /** What is written about the page. */
  guide?: { title: string; href: string };
}) => (
  <nav id="crumbs" className="crumbs" aria-label="当前位置">
    <ol>
      {items.map((item, i) => (
        <li key={i} {...(i === items.length - 1 && { "aria-current": "page", title: item.label })}>
          {item.href && i < items.length - 1 ? <a href={item.href}>{item.label}</a> : <Named label={item.label} />}
        </li>
      ))}
    </ol>
    {guide && (
      <a className="tool guide" href={guide.href} title={`本页知识：${guide.title}`}>
        <Icon name="book" />
        <span className="sr">本页知识：{guide.title}</span>
      </a>
    )}
  </nav>
);
