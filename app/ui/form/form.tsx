import type { FormHTMLAttributes, ReactNode } from "react";
import { cx } from "../cx";
import { FormContext } from "../field/context";
import { MoreStyles } from "../more/more";

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, "style"> {
  /** Columns on wide screens; one column up to 5 fields is the habit. */
  columns?: 1 | 2 | 3;
  /** Prefix of every control id, when a page has two forms with equal names. */
  prefix?: string;
  /** Read only: everything inside is disabled (view mode). */
  readOnly?: boolean;
  /** Buttons of the sticky footer, the primary one last. */
  footer?: ReactNode;
  /** Idempotency key of creates and transitions; posted as `_key`. */
  idempotencyKey?: string;
  /** Shown above the fields: the error summary. */
  head?: ReactNode;
  children: ReactNode;
}

/** A form that posts (or gets) natively. The server validates; nothing is refused by the browser alone. */
export function Form(props: FormProps) {
  const { columns = 1, prefix = "f-", readOnly, footer, idempotencyKey, head, children } = props;
  const { className, columns: _c, prefix: _p, readOnly: _r, footer: _f, ...rest } = props;
  const { idempotencyKey: _i, head: _h, ...native } = rest;
  return (
    <FormContext.Provider value={{ prefix }}>
      <form method="post" noValidate {...native} className={cx("form", className)}>
        {idempotencyKey && <input type="hidden" name="_key" value={idempotencyKey} />}
        <MoreStyles />
        {head}
        <fieldset className={cx("fields", columns > 1 && `cols-${columns}`)} disabled={readOnly}>
          {children}
        </fieldset>
        {footer && <div className="foot">{footer}</div>}
      </form>
    </FormContext.Provider>
  );
}

/** A titled part of a form. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h2 className="span-all">{title}</h2>
    {children}
  </>
);
