import type { ButtonHTMLAttributes } from "react";
import { buttonClass } from "../button/button";
import { opener, Popover } from "./popover";

/** One entry: a link, a submit button of some form, or disabled with the reason why. */
export interface MenuItem {
  key: string;
  label: string;
  href?: string;
  target?: string;
  submit?: ButtonHTMLAttributes<HTMLButtonElement>;
  reason?: string | null;
}

/** What is not needed every day, below one button. Nothing at all when there is nothing. */
export function ActionMenu({ id, label = "更多", items }: { id: string; label?: string; items: readonly MenuItem[] }) {
  if (!items.length) return null;
  return (
    <>
      <button type="button" className={buttonClass()} {...opener(id)}>
        {label} ▾
      </button>
      <Popover id={id} label={label} className="choices-list">
        {items.map(({ key, ...item }) => (
          <Item key={key} {...item} />
        ))}
      </Popover>
    </>
  );
}

function Item({ label, href, target, submit, reason }: Omit<MenuItem, "key">) {
  if (reason)
    return (
      <button type="button" aria-disabled="true" title={reason}>
        {label}
        <span className="sr">{`（${reason}）`}</span>
      </button>
    );
  if (submit) return <button {...submit}>{label}</button>;
  return (
    <a href={href} target={target} rel={target === "_blank" ? "noopener" : undefined}>
      {label}
    </a>
  );
}
