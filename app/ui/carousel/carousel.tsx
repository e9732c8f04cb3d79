import { MoreStyles } from "../more/more";

export const CAROUSEL_MS = 3000;

export interface CarouselItem {
  src: string;
  title: string;
  href?: string;
  target?: string;
}

/**
 * Pictures in a row that snap while scrolling. Script turns them every 3 s, never while somebody
 * points at them, has the focus inside, pressed 暂停 or asks for less motion.
 */
export function Carousel({ items, label }: { items: readonly CarouselItem[]; label: string }) {
  return (
    <section className="carousel" aria-roledescription="轮播" aria-label={label} data-carousel={CAROUSEL_MS}>
      <MoreStyles />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <ul tabIndex={0} aria-label={label}>
        {items.map((item) => {
          const inner = (
            <>
              <img src={item.src} alt="" />
              <span>{item.title}</span>
            </>
          );
          return (
            <li key={item.src}>
              {item.href ? (
                <a href={item.href} target={item.target} rel={item.target === "_blank" ? "noopener" : undefined}>
                  {inner}
                </a>
              ) : (
                inner
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" className="btn btn-s js-only" aria-pressed="false">
        暂停
      </button>
    </section>
  );
}
