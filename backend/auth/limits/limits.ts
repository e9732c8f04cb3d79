/** How long wrong passwords of an address lock an account for it. */
export const LOCK_MINUTES = 30;

/** How often something may happen for one key: `points` per `seconds`. */
export interface Limit {
  points: number;
  seconds: number;
}

/** Sign-in attempts count only while they fail: a successful one gives its point back. */
export const LIMITS = {
  loginAccount: { points: 20, seconds: 60 },
  loginAddress: { points: 60, seconds: 900 },
  /** Wrong passwords of one address after which the account is locked for it. */
  wrongPassword: { points: 5, seconds: 900 },
  /** Checks of the old password when it is changed. */
  oldPassword: { points: 5, seconds: 900 },
  /** Unknown user names lock like real ones, so that locking does not tell which exist. */
  signInLock: { points: 1, seconds: LOCK_MINUTES * 60 },
  captchaAddress: { points: 60, seconds: 60 },
  smsMobile: { points: 1, seconds: 60 },
  smsMobileDay: { points: 20, seconds: 86_400 },
  smsAddress: { points: 5, seconds: 60 },
  /** A person who types without a pause asks some five times in a second, for seconds. */
  searchUser: { points: 240, seconds: 60 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Pages that one person's log takes in a minute. */
export const VISITS_A_MINUTE = 120;

export const CAPTCHA_SECONDS = 60;
export const CAPTCHA_ROWS = 10_000;
export const SMS_SECONDS = 300;
export const SMS_TRIES = 5;
