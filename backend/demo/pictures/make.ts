import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PACK, packed } from "#backend/platform/files/pack";
import { CATEGORIES, draw, type PictureView, SPECS, VIEWS } from "./draw";
import { nameOf, STORY_GOODS } from "./names";
import { pngOf } from "./png";

/** Of one picture, in bytes. */
const MOST = 9 * 1024;

/** Everything that is drawn: each category in each 规格, one with a fault, goods of the story from all sides. */
export function drawn(): { name: string; svg: string }[] {
  const one = (motif: string, spec: string, view: PictureView) => ({
    name: nameOf(motif, spec, view),
    svg: draw(motif, spec, view),
  });
  return [
    ...CATEGORIES.flatMap((motif) => [...SPECS.map((spec) => one(motif, spec, "front")), one(motif, "", "defect")]),
    ...Object.values(STORY_GOODS).flatMap(({ motif, spec }) => VIEWS.map((view) => one(motif, spec, view))),
  ];
}

/** Draws one as PNG. The renderer is a tool of who makes the demonstration: a start does without. */
export async function pictureOf(svg: string): Promise<Buffer> {
  const { Resvg } = await import("@resvg/resvg-js");
  return pngOf(new Resvg(svg).render());
}

/** Draws all pictures into the file that the program brings along. @throws Error where one is too large */
export async function makePictures(log: (line: string) => void): Promise<void> {
  const pictures: Parameters<typeof packed>[0][number][] = [];
  for (const { name, svg } of drawn()) {
    const content = await pictureOf(svg);
    if (content.length > MOST) throw new Error(`图片 ${name} 有 ${content.length} 字节，最多 ${MOST}`);
    pictures.push({ name, content });
  }
  const file = packed(pictures);
  mkdirSync(path.dirname(PACK), { recursive: true });
  writeFileSync(PACK, file);
  log(`已生成 ${PACK}：${pictures.length} 张图片，${Math.round(file.length / 1024)} KB`);
}
