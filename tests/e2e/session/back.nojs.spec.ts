import { hidesWhatWasLeft, withPagesKept } from "./back";

// By https pages are kept without script too; by http their headers forbid it.
hidesWhatWasLeft(withPagesKept("https"));
