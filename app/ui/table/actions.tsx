import type { RowAction } from "./column";

const INLINE = 3;

/** Text links of a row: three at most, further ones in a popover (native, so without script too). */
export function RowActions({ actions, id }: { actions: readonly RowAction[]; id: string }) {
  if (actions.length <= INLINE) return <>{actions.map(action)}</>;
  return (
    <>
      {actions.slice(0, INLINE - 1).map(action)}
      <button type="button" className="link" {...{ popovertarget: id }}>
        更多
      </button>
      <div className="pop-menu" id={id} {...{ popover: "" }}>
        {actions.slice(INLINE - 1).map(action)}
      </div>
    </>
  );
}

function action({ label, href, post, danger, reason, target, confirm }: RowAction) {
  const className = danger ? "link danger" : post || reason ? "link" : undefined;
  if (reason)
    return (
      <button key={label} type="button" className="link" aria-disabled="true" title={reason}>
        {label}
        <span className="sr">{`（${reason}）`}</span>
      </button>
    );
  if (post)
    return (
      <button key={label} className={className} {...post} data-confirm={confirm}>
        {label}
      </button>
    );
  return (
    <a key={label} href={href} className={className} target={target} data-confirm={confirm}>
      {label}
    </a>
  );
}
