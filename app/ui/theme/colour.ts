/** Red, green, blue, 0–255. */
type Rgb = [number, number, number];

const HEX = /^#[0-9a-f]{6}$/i;

/** True for `#rrggbb`. */
export const isColour = (text: string): boolean => HEX.test(text);

const rgbOf = (hex: string): Rgb => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
};

const hexOf = (rgb: Rgb): string => "#" + rgb.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("");

const each = ([r, g, b]: Rgb, change: (c: number, at: 0 | 1 | 2) => number): Rgb => [
  change(r, 0),
  change(g, 1),
  change(b, 2),
];

const luminance = (hex: string): number => {
  const [r, g, b] = each(rgbOf(hex), (c) => {
    const s = c / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG contrast ratio of two colours, 1–21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** `share` (0–1) of `hex` over `ground`. */
export function mix(hex: string, ground: string, share: number): string {
  const below = rgbOf(ground);
  return hexOf(each(rgbOf(hex), (c, at) => c * share + below[at] * (1 - share)));
}

/**
 * The colour itself, or the nearest darker shade of the same hue that has `ratio` on `ground`, so that
 * white text on it and its own text on the ground are legible whatever colour a user picks.
 */
export function legibleShade(hex: string, ratio = 4.5, ground = "#ffffff"): string {
  if (contrast(hex, ground) >= ratio) return hex.toLowerCase();
  const rgb = rgbOf(hex);
  // The weakest channel falls fastest: a plain mix with black would turn the shade grey.
  const low = Math.min(...rgb);
  const shade = (k: number) => hexOf(each(rgb, (c) => Math.max(0, c - 3 * low * (1 - k)) * k));
  let [fits, light] = [0, 1];
  for (let i = 0; i < 12; i++) {
    const k = (fits + light) / 2;
    if (contrast(shade(k), ground) >= ratio) fits = k;
    else light = k;
  }
  return shade(fits);
}

/** The colour itself, or the nearest one lighter by white that has `ratio` on a dark `ground`. */
export function legibleTint(hex: string, ratio: number, ground: string): string {
  if (contrast(hex, ground) >= ratio) return hex.toLowerCase();
  let [fits, dark] = [0, 1];
  for (let i = 0; i < 12; i++) {
    const share = (fits + dark) / 2;
    if (contrast(mix(hex, "#ffffff", share), ground) >= ratio) fits = share;
    else dark = share;
  }
  return mix(hex, "#ffffff", fits);
}
