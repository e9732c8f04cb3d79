import sprite from "./icons.svg";
import { ICONS } from "./names";

const known = new Set<string>(ICONS);

/** Address of a symbol in the sprite; a plain sheet for names that the sprite does not have. */
export const iconHref = (name: string): string => `${sprite}#${known.has(name) ? name : "page"}`;

/** One symbol of the sprite, in the colour of the text around it. Decoration: the word stands beside it. */
export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={iconHref(name)} />
    </svg>
  );
}
