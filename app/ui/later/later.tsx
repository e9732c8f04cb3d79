import css from "./later.css";

/**
 * Styles of what no page shows before it is touched: menus, drawers, the mask. They stand at the end of
 * a page, so that its first frame neither carries them nor waits for them.
 */
export const LaterStyles = () => <link rel="stylesheet" href={css} />;
