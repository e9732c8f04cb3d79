interface ChoiceProps {
  label: string;
  items: readonly (readonly [label: string, href: string, chosen: boolean])[];
}

/** One of few ways to look at the rankings: links, the chosen one filled. */
export const Choice = ({ label, items }: ChoiceProps) => (
  <nav className="btns" aria-label={label}>
    {items.map(([text, href, chosen]) => (
      <a
        key={text}
        className={chosen ? "btn btn-s btn-primary" : "btn btn-s"}
        href={`${href}#ranks`}
        aria-current={chosen || undefined}
      >
        {text}
      </a>
    ))}
  </nav>
);
