/** A scan that the server has not answered yet. */
export interface Waiting {
  /** Its place in the order. */
  n?: number;
  /** Whose it is: nobody else's are shown or sent. */
  owner: string;
  kind: string;
  place: string;
  shown: string;
  /** The form, its key included: the same whenever it is sent. */
  fields: Record<string, string>;
}

/** Who worked on this device last, and where. */
export interface ScriptKnown {
  owner: string;
  /** The session's mark: it goes with signing out and changes with the lock. */
  mark: string;
  place: string;
  name: string;
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= (() => {
    const request = indexedDB.open("terminal", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("queue", { keyPath: "n", autoIncrement: true });
      request.result.createObjectStore("known");
    };
    return answer(request);
  })();
  return opened;
}

const storeOf = async (name: "queue" | "known", mode: IDBTransactionMode) =>
  (await open()).transaction(name, mode, { durability: "strict" }).objectStore(name);

export const keepScan = async (scan: Waiting) => answer((await storeOf("queue", "readwrite")).add(scan));

export const forgetScan = async (n: number) => answer((await storeOf("queue", "readwrite")).delete(n));

/** What waits of a person, in order. */
export const waitingOf = async (owner: string): Promise<Waiting[]> =>
  (await answer<Waiting[]>((await storeOf("queue", "readonly")).getAll())).filter((scan) => scan.owner === owner);

export const keepKnown = async (known: ScriptKnown) => answer((await storeOf("known", "readwrite")).put(known, "last"));

export const lastKnown = async (): Promise<ScriptKnown | undefined> =>
  answer((await storeOf("known", "readonly")).get("last"));
