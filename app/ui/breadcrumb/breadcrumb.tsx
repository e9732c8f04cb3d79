/** Where the page stands; the last one is the page itself. */
export const Breadcrumb = ({ items }: { items: readonly { label: string; href?: string }[] }) => (
  <nav id="crumbs" className="crumbs" aria-label="当前位置">
    <ol>
      {items.map((item, i) => (
        <li key={i} aria-current={i === items.length - 1 ? "page" : undefined}>
          {item.href && i < items.length - 1 ? <a href={item.href}>{item.label}</a> : item.label}
        </li>
      ))}
    </ol>
  </nav>
);
