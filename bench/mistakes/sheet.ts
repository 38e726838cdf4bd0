import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import type { Mistake } from '../../src/game/mistakes/index.ts';
import { createCompositor } from '../../src/rendering/compositor/index.ts';
import { canvasOf, nodePlatform } from '../../src/rendering/render/index.ts';
import { drawText } from '../../src/rendering/scene/display-list/text.ts';
import { createMistakePictures, drawMistakePicture } from '../../src/rendering/scene/index.ts';
import { strokePictures } from '../../src/rendering/scene-loader/pictures/stroke-pictures.ts';
import type { JudgedReplay } from './judged-replay.ts';

const picture = { width: 320, height: 240 };
const caption = { height: 22, sizePx: 15 };
const cell = { width: picture.width, height: picture.height + caption.height };
const gap = 4;
const columns = 5;

/**
 * Writes pictures of a play's mistakes into one PNG, at most `count`, evenly distributed. A caption has the object's index,
 * the judged part, the result and the time, but not the cause: it is for people who say the cause themselves.
 */
export async function writeSheet(judged: JudgedReplay, file: string, count: number): Promise<void> {
  const { mistakes } = judged;
  const platform = nodePlatform(resolve('dist/assets'));
  const compositor = createCompositor(await platform.loadKernel(), cell);
  const { typeface, pictures: glyphs } = await platform.loadTypeface([]);
  for (const [name, image] of [...strokePictures(), ...glyphs]) compositor.setImage(name, image);
  const pictures = createMistakePictures(judged);
  const shown = Math.min(count, mistakes.length);
  const rows = Math.ceil(shown / columns);
  const sheet = createCanvas(columns * (cell.width + gap), Math.max(1, rows) * (cell.height + gap));
  const context = sheet.getContext('2d');
  for (let i = 0; i < shown; i++) {
    const mistake = mistakes[Math.floor((i * mistakes.length) / shown)]!;
    const list = drawMistakePicture(pictures, mistake, picture);
    list.fill({ left: 0, top: picture.height, ...cell }, { colour: { r: 0, g: 0, b: 0 } });
    const at = { x: 4, y: cell.height - 6 };
    drawText(list, typeface, captionOf(mistake), { at, sizePx: caption.sizePx });
    compositor.compose(list);
    const canvas = canvasOf({ ...cell, ...compositor.rgba() });
    context.drawImage(canvas, (i % columns) * (cell.width + gap), Math.floor(i / columns) * (cell.height + gap));
  }
  writeFileSync(file, sheet.toBuffer('image/png'));
  console.log(`${shown} of ${mistakes.length} mistakes in ${file}`);
}

function captionOf({ object, part, result, time }: Mistake): string {
  return `#${object} ${part} ${result} at ${Math.round(time)}`;
}
