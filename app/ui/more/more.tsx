import css from "./more.css";

/**
 * Styles of the components that most pages do not have. The sheet of every page must arrive with the
 * first frame's HTML in one flight, so these come beside the component that needs them.
 */
export const MoreStyles = () => <link rel="stylesheet" href={css} />;
