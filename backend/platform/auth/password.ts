import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** What one hash costs: 16 MiB. Kept in every hash, so that it can be raised without losing passwords. */
export const PASSWORD_COST = { N: 16_384, r: 8, p: 5 };
const BYTES = 32;
let cost = PASSWORD_COST;

/** Hashes of this process cost that much from now on. For tests, which make thousands. */
export function setPasswordCost(next: typeof PASSWORD_COST): void {
  cost = next;
}

const head = () => `scrypt$${cost.N}$${cost.r}$${cost.p}$`;

/**
 * So many at once: Node has four threads for hashes, pages that are compressed, files and the greetings of database
 * connections alike. When everybody signs in at nine, what is not a hash must not wait for all of theirs.
 */
let free = 2;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, size: number, options: ScryptOptions): Promise<Buffer> {
  if (free) free--;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await new Promise((resolve, reject) =>
      scrypt(password.normalize("NFKC"), salt, size, { ...options, maxmem: 2 ** 28 }, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    );
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}

/** Hashes a password for storage: `scrypt$N$r$p$salt$hash`, the last two base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, BYTES, cost);
  return `${head()}${salt.toString("base64url")}$${key.toString("base64url")}`;
}

// Nobody's password: checking against it takes as long as checking a real one.
const nobody = () => `${head()}${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Checks a password against its stored hash.
 * Without a hash (unknown user, no password set) it takes the same time and answers false.
 */
export async function verifyPassword(password: string, stored: string | null | undefined) {
  const [kind, n, rr, pp, salt, hash] = (stored ?? nobody()).split("$");
  if (kind !== "scrypt" || !salt || !hash) return false;
  const expected = Buffer.from(hash, "base64url");
  const options = { N: Number(n), r: Number(rr), p: Number(pp) };
  const key = await derive(password, Buffer.from(salt, "base64url"), expected.length, options);
  return timingSafeEqual(key, expected) && !!stored;
}

/** True when the hash was made with other parameters than today's. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(head());

const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/];

/** Says what is wrong with a new password (market.md §10: 8 or more, 3 character classes), or null. */
export function passwordProblem(text: string): string | null {
  if (text.length < 8) return "密码长度不能少于8位";
  if (text.length > 64) return "密码长度不能超过64位";
  if (CLASSES.filter((c) => c.test(text)).length < 3) return "密码须包含大写字母、小写字母、数字、特殊字符中的至少三类";
  return null;
}
