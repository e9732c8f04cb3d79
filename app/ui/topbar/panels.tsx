import type { ShellData } from "../page/shell-data";
import { Popover } from "../popover/popover";
import { SettingsDrawer } from "../settings/settings";
import { DEFAULT_COLOUR, SWATCHES, THEMES, type Theme } from "../theme/theme";
import { UserChoices } from "./user-menu";

/** Any colour; buttons and links use a legible shade of it. */
const Colours = ({ colour, back }: { colour: string; back: string }) => (
  <Popover id="colours" label="主题色">
    <form method="post" action="/preferences">
      <h2>主题色</h2>
      <input type="hidden" name="back" value={back} />
      <div className="swatches">
        {SWATCHES.map((hex) => (
          <button type="submit" key={hex} name="preset" value={hex} aria-label={hex} title={hex}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <circle cx="10" cy="10" r="9" fill={hex} />
              {hex === colour && <path d="M6 10l3 3 5-6" />}
            </svg>
          </button>
        ))}
      </div>
      <p className="own-colour">
        <label>
          自选 <input type="color" name="colour" defaultValue={colour} />
        </label>
        <button type="submit" className="btn btn-primary btn-s">
          应用
        </button>
        <button type="submit" className="btn btn-s" name="preset" value={DEFAULT_COLOUR}>
          恢复默认
        </button>
      </p>
    </form>
  </Popover>
);

const Themes = ({ theme, back }: { theme: Theme; back: string }) => (
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
);

/** What the bar's buttons open. */
export const Panels = ({ shell }: { shell: Pick<ShellData, "switches" | "colour" | "theme" | "at" | "version"> }) => (
  <>
    <UserChoices />
    {shell.switches.showColor && <Colours colour={shell.colour} back={shell.at} />}
    {shell.switches.showTheme && <Themes theme={shell.theme} back={shell.at} />}
    <SettingsDrawer shell={shell} />
  </>
);
