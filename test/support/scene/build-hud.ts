import { createHud, type Hud } from '../../../src/rendering/scene/hud/index.ts';
import {
  createDisplayList,
  type DisplayList,
  printDisplayList,
  type SceneInput,
} from '../../../src/rendering/scene/index.ts';
import { buildScene, type SceneParts } from './build-scene.ts';

/**
 * How late each object is pressed, in milliseconds; null if it is missed. A break lies between the sixth and the
 * seventh.
 */
const hits = [0, -12, 8, 70, 110, null, 0, 4] as const;
const timeOf = (i: number) => (i < 6 ? 2000 + i * 500 : 10_000 + (i - 6) * 500);

/** A play of eight circles with a break. */
export const playParts: SceneParts = {
  objects: hits.map((_, i) => `256,192,${timeOf(i)},${i === 0 ? 5 : 1},0`),
  events: ['2,5000,9000'],
  frames: Array.from({ length: 1300 }, (_, n): [number, number, number, number] => {
    const t = n * 10;
    const pressed = hits.findIndex((late, i) => late !== null && t >= timeOf(i) + late && t < timeOf(i) + late + 60);
    return [t, 256, 192, pressed < 0 ? 0 : pressed % 2 === 0 ? 5 : 10];
  }),
};

/** Every character is half as wide as it is high. */
export const typeface: SceneInput['typeface'] = {
  glyph: (character) => ({ image: character === ' ' ? null : `letter ${character}`, left: 0, top: 0.75, advance: 0.5 }),
  has: () => true,
};

/** Builds the HUD of that play or of another; `changes` replace parts of the scene's input. */
export function buildHud(parts: SceneParts = {}, changes: Partial<SceneInput> = {}): Hud {
  const scene = buildScene({ ...playParts, ...parts });
  return createHud({ ...scene, typeface, ...changes }, scene.hud.opensAt, scene.resultsAt);
}

/** Prints what is drawn at several times, with letters joined into words, for a golden file. */
export function printHud(draw: (list: DisplayList, t: number) => void, times: readonly number[]): string {
  return times
    .map((t) => {
      const list = createDisplayList();
      draw(list, t);
      return `at ${t}\n${joinLetters(printDisplayList(list).split('\n')).join('\n')}\n`;
    })
    .join('\n');
}

/** Joins letters of one look on one line into `"word" @x,y look`, at the position of the first. */
function joinLetters(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let line: { look: string; at: string; x: number; text: string } | undefined;
  const close = () => {
    if (line) joined.push(`"${line.text}" ${line.at},${line.look}`);
    line = undefined;
  };
  for (const printed of lines) {
    const letter = printed.match(/^letter (.) (@(-?[\d.]+),(-?[\d.]+)) ×(-?[\d.]+)(.*)$/u);
    if (!letter) {
      close();
      joined.push(printed);
      continue;
    }
    const [, text, at, x, y, size, rest] = letter;
    const look = `${y} ×${size}${rest}`;
    const steps = line === undefined ? 0 : Math.round((Number(x) - line.x) / (Number(size) / 2));
    if (line?.look === look && (steps === 1 || steps === 2)) {
      line.x = Number(x);
      line.text += `${steps === 2 ? ' ' : ''}${text}`;
    } else {
      close();
      line = { look, at: at!.split(',')[0]!, x: Number(x), text: text! };
    }
  }
  close();
  return joined;
}
