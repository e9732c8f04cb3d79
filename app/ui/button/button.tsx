import type { ButtonHTMLAttributes, ReactNode } from "react";
import { cx } from "../cx";

export type ButtonTone = "primary" | "plain" | "danger" | "text";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "style"> {
  tone?: ButtonTone;
  small?: boolean;
  /** Why it cannot be pressed now: shown on hover and read aloud. Makes the button disabled. */
  reason?: string | null;
  /** Asked before the form is sent (needs script; without it the form is sent at once). */
  confirm?: string;
  children: ReactNode;
}

export const buttonClass = (tone: ButtonTone = "plain", small?: boolean) =>
  cx("btn", tone !== "plain" && `btn-${tone}`, small && "btn-s");

/** A native button. Its default type is submit, as in HTML. */
export function Button({ tone, small, reason, confirm, children, className, ...rest }: ButtonProps) {
  if (reason)
    return (
      <button type="button" className={cx(buttonClass(tone, small), className)} aria-disabled="true" title={reason}>
        {children}
        <span className="sr">{`（${reason}）`}</span>
      </button>
    );
  return (
    <button className={cx(buttonClass(tone, small), className)} data-confirm={confirm} {...rest}>
      {children}
    </button>
  );
}

export interface LinkButtonProps {
  href: string;
  tone?: ButtonTone;
  small?: boolean;
  target?: string;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button: goes somewhere, changes nothing. */
export function LinkButton({ href, tone, small, target, className, children }: LinkButtonProps) {
  return (
    <a
      href={href}
      className={cx(buttonClass(tone, small), className)}
      target={target}
      rel={target === "_blank" ? "noopener" : undefined}
    >
      {children}
    </a>
  );
}
