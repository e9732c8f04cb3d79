import { turn } from "../random";
import { GEAR_MOTIFS } from "./motifs-gear";
import { HOME_MOTIFS } from "./motifs-home";

const MOTIFS: Record<string, string> = { ...HOME_MOTIFS, ...GEAR_MOTIFS, ELC2: GEAR_MOTIFS.ELC ?? "" };

/** Colour, its shade and its light. */
type Paint = readonly [main: string, dark: string, light: string];
const COLOURS: Record<string, Paint> = {
  黑色: ["#353b44", "#1d2127", "#5a626e"],
  白色: ["#e6e9ee", "#bfc6cf", "#f4f6f8"],
  灰色: ["#9aa3ae", "#6d7580", "#c3c9d1"],
  蓝色: ["#3f7fd0", "#275a9c", "#82b1ea"],
  粉色: ["#f0a0b6", "#cf7591", "#f9cbd7"],
  绿色: ["#4f9d69", "#347049", "#8fc7a3"],
};
/** Colours of goods that are told apart by something else. */
const PLAIN: readonly Paint[] = [
  ["#5b8fb9", "#3b6587", "#9cc0dc"],
  ["#e08e5a", "#b0673a", "#f2bd99"],
  ["#7a6fb0", "#564c88", "#b2aad8"],
  ["#4fa3a0", "#337573", "#92cdca"],
  ["#c9a24b", "#977631", "#e4cc91"],
];
const SIZES: Record<string, number> = { 小号: 0.62, 中号: 0.8, 大号: 1 };
const COUNTS: Record<string, number> = { 单只装: 1, 两只装: 2, 四只装: 4 };

/** Motifs of categories; the others are those of single goods. */
export const CATEGORIES: readonly string[] = Object.keys(MOTIFS).filter((name) => /^(?!SET)[A-Z]{3}$/.test(name));
/** 规格 that pictures of categories are drawn of. */
export const SPECS: readonly string[] = [...Object.keys(COLOURS), ...Object.keys(SIZES), ...Object.keys(COUNTS)];
/** From the front, near, and measured; then what is wrong with one. */
export const VIEWS = ["front", "near", "size", "defect"] as const;
export type PictureView = (typeof VIEWS)[number];

function painted(motif: string, [m, d, l]: Paint): string {
  const paints: Record<string, string> = { m, d, l };
  return motif.replace(/(fill|stroke)="([mdl])"/g, (_, what, which) => `${what}="${paints[which]}"`);
}

/** How wide and how high it is. */
const MEASURES = `<g stroke="#7a8491" stroke-width="4" fill="none" stroke-linejoin="round"><path d="M48 436h384M60 427l-12 9 12 9M420 427l12 9-12 9"/>
  <path d="M34 116v292M25 128l9-12 9 12M25 396l9 12 9-12"/></g>`;
/** Where a crack and the ring around it are. */
const DEFECT = `<path d="M222 300l22 18-16 14 30 22-12 16" fill="none" stroke="#2a1614" stroke-width="5"/>
  <circle cx="240" cy="334" r="62" fill="none" stroke="#e5352b" stroke-width="9"/><path d="M296 290l70-62" stroke="#e5352b" stroke-width="9"/>`;

const placed = (body: string, x: number, y: number, scale: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${body}</g>`;

/** One, or the pieces of a pack beside each other, each on its shadow. */
function goods(body: string, spec: string): string {
  const one = `<ellipse cx="240" cy="398" rx="176" ry="26" fill="url(#s)"/>${body}`;
  const pieces = COUNTS[spec] ?? 1;
  const scale = SIZES[spec] ?? (pieces === 1 ? 1 : 0.52);
  if (pieces === 1) return placed(one, 240 * (1 - scale), 396 * (1 - scale), scale);
  const places =
    pieces === 2
      ? [
          [-8, 122],
          [238, 122],
        ]
      : [
          [-6, 0],
          [236, 0],
          [-6, 216],
          [236, 216],
        ];
  return places.map(([x = 0, y = 0]) => placed(one, x, y, scale)).join("");
}

/** The picture of goods of a motif and 规格, as SVG of 480 pixels on white. */
export function draw(motif: string, spec: string, view: PictureView): string {
  const code = [...motif].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const paint = COLOURS[spec] ?? turn(PLAIN, code);
  const body = goods(painted(MOTIFS[motif] ?? "", paint), spec);
  const sized = spec in SIZES || view === "size";
  const measures = sized ? MEASURES : "";
  const shown = view === "near" ? placed(body, -210, -250, 1.7) : view === "size" ? placed(body, 36, 40, 0.88) : body;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 480 480"><defs>
    <radialGradient id="s"><stop offset="0" stop-color="#9aa4b0" stop-opacity=".55"/><stop offset="1" stop-color="#9aa4b0" stop-opacity="0"/></radialGradient>
    </defs><rect width="480" height="480" fill="#fff"/>${shown}${measures}${view === "defect" ? DEFECT : ""}</svg>`;
}
