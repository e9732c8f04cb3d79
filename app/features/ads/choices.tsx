import { withParams } from "~/ui";
import type { UiOption } from "~/ui/option";

interface ChoicesProps {
  label: string;
  /** Parameter of the address. */
  name: string;
  options: readonly UiOption[];
  value: string | undefined;
  url: string;
  /** First choice, without the parameter. */
  all?: string;
}

/** One of a few, as links: what is chosen is marked. */
export const Choices = ({ label, name, options, value, url, all }: ChoicesProps) => (
  <nav className="quick-days" aria-label={label}>
    <span className="hint">{label}</span>
    {[...(all ? [{ value: "", label: all }] : []), ...options].map((o) => (
      <a
        key={o.value}
        href={withParams(url, { [name]: o.value, current: null })}
        aria-current={o.value === (value ?? "") ? "true" : undefined}
      >
        {o.label}
      </a>
    ))}
  </nav>
);
