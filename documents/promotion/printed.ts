/** Sheets of this module: drafts and what is void have none, every print is counted. */
export const printedLog = { says: "当前状态不能打印", log: true } as const;
