import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import type { FoundMistake, Mistake } from '../../src/game/mistakes/index.ts';
import type { Play } from '../../src/game/play/index.ts';
import type { Millis } from '../../src/game/units.ts';
import { createCompositor } from '../../src/rendering/compositor/index.ts';
import { canvasOf, nodePlatform } from '../../src/rendering/render/index.ts';
import { drawText } from '../../src/rendering/scene/display-list/text.ts';
import { createMistakePictures, drawMistakePicture } from '../../src/rendering/scene/index.ts';
import { strokePictures } from '../../src/rendering/scene-loader/pictures/stroke-pictures.ts';
import type { JudgedReplay } from './judged-replay.ts';
import { drawTimeStrip } from './time-strip.ts';

const picture = { width: 400, height: 260 };
const stripHeight = 152;
const caption = { height: 22, sizePx: 15 };
const cell = { width: picture.width, height: picture.height + stripHeight + caption.height };
const gap = 4;
const columns = 4;
/** The strip shows at least this long before and after the object, and after the part. */
const margins = { before: 250, after: 250, afterPart: 60 };

/**
 * Writes pictures of a play's mistakes into one PNG, at most `count`, as many as possible of each part and result. It is for
 * people who say the cause themselves: nothing that findMistakes concluded is in it, neither the cause nor its evidence.
 * Below each picture is what happened over time, and a caption with the object's index, the judged part, the result and
 * the time.
 */
export async function writeSheet(judged: JudgedReplay, file: string, count: number): Promise<void> {
  const { play } = judged;
  const platform = nodePlatform(resolve('dist/assets'));
  const compositor = createCompositor(await platform.loadKernel(), cell);
  const { typeface, pictures: glyphs } = await platform.loadTypeface([]);
  for (const [name, image] of [...strokePictures(), ...glyphs]) compositor.setImage(name, image);
  const pictures = createMistakePictures(judged);
  const chosen = chooseByKind(judged.mistakes, count);
  const rows = Math.ceil(chosen.length / columns);
  const sheet = createCanvas(columns * (cell.width + gap), Math.max(1, rows) * (cell.height + gap));
  const context = sheet.getContext('2d');
  for (const [i, mistake] of chosen.entries()) {
    const moment = momentOf(mistake, play);
    const list = drawMistakePicture(pictures, { ...moment, cause: 'unknown' }, picture);
    const { startTime } = play.map.objects[mistake.object]!;
    drawTimeStrip(list, {
      area: { left: 0, top: picture.height, width: cell.width, height: stripHeight },
      typeface,
      play,
      path: pictures.path,
      object: mistake.object,
      from: startTime - margins.before,
      to: Math.max(startTime + margins.after, moment.time + margins.afterPart),
      judgedAt: mistake.time,
    });
    list.fill({ ...cell, left: 0, top: picture.height + stripHeight }, { colour: { r: 0, g: 0, b: 0 } });
    const at = { x: 4, y: cell.height - 6 };
    drawText(list, typeface, captionOf(mistake), { at, sizePx: caption.sizePx });
    compositor.compose(list);
    const canvas = canvasOf({ ...cell, ...compositor.rgba() });
    context.drawImage(canvas, (i % columns) * (cell.width + gap), Math.floor(i / columns) * (cell.height + gap));
  }
  writeFileSync(file, sheet.toBuffer('image/png'));
  console.log(`${chosen.length} of ${judged.mistakes.length} mistakes in ${file}`);
}

/** Takes turns between the kinds of mistakes, so that rare kinds are on the sheet; evenly distributed within a kind. */
function chooseByKind(mistakes: readonly FoundMistake[], count: number): FoundMistake[] {
  const kinds = new Map<string, FoundMistake[]>();
  for (const mistake of mistakes) {
    const kind = `${mistake.part} ${mistake.result}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), mistake]);
  }
  const shares = [...kinds.values()].map((list) => ({ list, taken: 0 }));
  for (let left = Math.min(count, mistakes.length); left > 0; ) {
    for (const share of shares) {
      if (left === 0 || share.taken === share.list.length) continue;
      share.taken++;
      left--;
    }
  }
  return shares
    .flatMap(({ list, taken }) =>
      Array.from({ length: taken }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / taken)]!),
    )
    .sort((a, b) => a.time - b.time);
}

/** The mistake at the time of the object or of the slider's point, without what was found about it. */
function momentOf({ object, part, result, judgement }: FoundMistake, play: Play): Omit<Mistake, 'cause'> {
  return { object, part, result, time: partTime(play, { object, part, judgement }) };
}

function partTime(
  play: Play,
  { object, part, judgement }: Pick<FoundMistake, 'object' | 'part' | 'judgement'>,
): Millis {
  const [shape, judged] = [play.map.objects[object]!, play.objects[object]!];
  if (shape.kind !== 'slider' || judged.kind !== 'slider') return shape.startTime;
  const missed = judged.headResult === 'miss' ? -1 : judged.points.findIndex(({ hit }) => !hit);
  const point = part === 'slider' ? missed : (play.judgements[judgement]!.point ?? -1);
  return shape.points[point]?.judgedAt ?? shape.startTime;
}

function captionOf({ object, part, result, time }: Mistake): string {
  return `#${object} ${part} ${result} at ${Math.round(time)}`;
}
