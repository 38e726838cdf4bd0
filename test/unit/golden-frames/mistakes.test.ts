import { expect, test } from 'vitest';
import type { Mistake } from '../../../src/game/mistakes/index.ts';
import { createMistakePictures, drawMistakePicture, printDisplayList } from '../../../src/rendering/scene/index.ts';
import { drawMistakeMarks, placeMarks } from '../../../src/rendering/scene/mistakes/mistake-marks.ts';
import { mistakenPlay, mistakes } from '../../support/mistakes/play-with-mistakes.ts';
import { printHud, typeface } from '../../support/scene/build-hud.ts';
import { buildScene } from '../../support/scene/build-scene.ts';

// Marks beside mistakes, and pictures of mistakes, as text.

const size = { width: 320, height: 240 };
const scene = buildScene(mistakenPlay);
const pictures = createMistakePictures(scene);

test.each<[name: string, mistake: Mistake]>([
  ['aim', mistakes.aim],
  ['timing', mistakes.timing],
  ['slider-left', mistakes.slider],
  ['spinner-short', mistakes.spinner],
  ['cursor-far-away', { ...mistakes.aim, cursor: { time: 2000, at: { x: 1e9, y: -4e7 } } }],
])('mistake-picture-%s', async (name, mistake) => {
  const picture = printDisplayList(drawMistakePicture(pictures, mistake, size));
  await expect(`${picture}\n`).toMatchFileSnapshot(`../../golden/mistakes/picture-${name}.txt`);
});

test('mistake-marks', async () => {
  const marks = placeMarks({ ...scene, typeface }, Object.values(mistakes));
  const printed = printHud((list, t) => drawMistakeMarks(list, marks, t), [2149, 2180, 2500, 3300, 4500, 7950]);
  await expect(printed).toMatchFileSnapshot('../../golden/mistakes/marks.txt');
});
