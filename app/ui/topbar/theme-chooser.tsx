import { Icon } from "../icon/icon";
import { opener, Popover } from "../popover/popover";
import { THEMES, type Theme } from "../theme/theme";

export function ThemeChooser({ theme, back }: { theme: Theme; back: string }) {
  return (
    <>
      <button type="button" className="tool spare" title="主题" {...opener("themes")}>
        <Icon name="shirt" />
      </button>
      <Popover id="themes" label="主题" className="choices-list">
        <form method="post" action="/preferences">
          <input type="hidden" name="back" value={back} />
          {Object.entries(THEMES).map(([key, label]) => (
            <button type="submit" key={key} name="theme" value={key} aria-pressed={key === theme}>
              {label}
            </button>
          ))}
        </form>
      </Popover>
    </>
  );
}
