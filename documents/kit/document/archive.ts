/**
 * Selected rows as one zip: a folder for each row, named after it, with its printed sheet and its
 * files, and a list of all. Who may export may have it; the sheet is for who may print.
 */
export interface Archive {
  /** Name of the sheet's file. */
  sheet: string;
  /** Fields whose files come along. */
  files: readonly string[];
  /** Fields that the list of all rows shows. */
  list: readonly string[];
}

export const ARCHIVE_LABEL = "打包下载";
/** Most rows of one zip. */
export const ARCHIVE_ROWS = 100;
/** Most bytes of all its files. */
export const ARCHIVE_BYTES = 500 * 1024 * 1024;
