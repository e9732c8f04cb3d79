/** What is given up has this long to notice. */
const NOTICE_MS = 1_000;

/** Waits for work until the signal comes, and a moment longer. @returns whether it has ended */
export const endsBefore = (over: AbortSignal, work: Promise<void> | undefined): Promise<boolean> =>
  new Promise((done) => {
    const late = () => setTimeout(() => done(false), NOTICE_MS);
    if (over.aborted) late();
    else over.addEventListener("abort", late);
    void Promise.resolve(work).then(() => done(true));
  });
