import css from "./phone.css";

/** Styles of narrow screens alone: others fetch them last, and do not wait for them. */
export const PhoneStyles = () => <link rel="stylesheet" href={css} media="screen and (max-width: 767px)" />;
