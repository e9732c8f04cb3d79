import { Icon } from "../icon/icon";
import { opener, Popover } from "../popover/popover";
import { DEFAULT_COLOUR, SWATCHES } from "../theme/theme";

/** Any colour; buttons and links use a legible shade of it. */
export function ColourPicker({ colour, back }: { colour: string; back: string }) {
  return (
    <>
      <button type="button" className="tool spare" title="主题色" {...opener("colours")}>
        <Icon name="palette" />
      </button>
      <Popover id="colours" label="主题色">
        <form method="post" action="/preferences">
          <h2>主题色</h2>
          <input type="hidden" name="back" value={back} />
          <div className="swatches">
            {SWATCHES.map((hex) => (
              <button
                type="submit"
                key={hex}
                name="preset"
                value={hex}
                aria-label={hex}
                title={hex}
              >
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
    </>
  );
}
