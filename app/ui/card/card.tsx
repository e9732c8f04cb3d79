import type { ReactNode } from "react";

export interface CardProps {
  title?: ReactNode;
  /** Stands at the end of the title row. */
  extra?: ReactNode;
  children: ReactNode;
}

/** A white part of a page. */
export const Card = ({ title, extra, children }: CardProps) => (
  <section className="card">
    {(title || extra) && (
      <header>
        {title && <h2>{title}</h2>}
        {extra}
      </header>
    )}
    {children}
  </section>
);
