import { Icon } from "~/ui/icon/icon";

/** Keeps the document at hand below the search, or no longer. */
export function Star({ on }: { on: boolean }) {
  const label = on ? "取消收藏" : "收藏";
  return (
    <form method="post" className="star">
      <input type="hidden" name="_do" value="star" />
      <button
        type="submit"
        name="on"
        value={on ? "" : "1"}
        aria-label={label}
        title={label}
        aria-pressed={on}
      >
        <Icon name="star" />
      </button>
    </form>
  );
}
