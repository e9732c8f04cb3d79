import type { ReactNode } from "react";

export interface CardProps {
  title?: ReactNode;
  /** Stands at the end of the title row. */
  extra?: ReactNode;
  children: ReactNode;
  /** Where a link of the page leads to. */
  id?: string;
}

/** A white part of a page. */
export const Card = ({ title, extra, children, id }: CardProps) => (
  <section className="card" id={id}>
    {(title || extra) && (
      <header>
        {title && <h2>{title}</h2>}
        {extra}
      </header>
    )}
    {children}
  </section>
);
