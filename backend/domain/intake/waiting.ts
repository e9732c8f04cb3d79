/** Name of the job that reads report files. */
export const TAKE_REPORTS = "takeReports";
