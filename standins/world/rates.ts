/** How the source of daily rates is at present. */
export interface RateSource {
  /** It does not answer. */
  down: boolean;
  /** It answers something that nobody understands. */
  garbage: boolean;
  /** Units per EUR of its newest day are so many times what they would be. */
  jump: Record<string, number>;
  /** What its clock says, ISO; null: that of this machine. */
  at: string | null;
  /** Days on which it says these units per EUR. */
  said: Record<string, Record<string, string>>;
}

/** A source that is well. */
export const wellRates = (): RateSource => ({ down: false, garbage: false, jump: {}, at: null, said: {} });
