import { ICONS, type IconName } from "./paths";

const known = (name: string): name is IconName => Object.hasOwn(ICONS, name);

/** Path of an icon; a plain sheet for names that are none. */
export const iconPath = (name: string): string => ICONS[known(name) ? name : "page"];

/**
 * One icon, in the colour of the text around it. Decoration: the word stands beside it. Its path stands
 * in the page: one of another file would be fetched and painted after everything else, on every page.
 */
export function Icon({ name }: { name: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPath(name)} />
    </svg>
  );
}
