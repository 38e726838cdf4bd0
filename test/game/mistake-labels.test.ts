import { describe, expect, test } from 'vitest';
import { parseBeatmap } from '../../src/game/beatmap/index.ts';
import { findMistakes } from '../../src/game/mistakes/index.ts';
import { modsOf } from '../../src/game/mods/index.ts';
import { judge, playedFrames } from '../../src/game/play/index.ts';
import { disagreements, type MistakeLabels, readMistakeLabels } from '../support/mistake-labels.ts';
import { mistakesOf, tapping } from '../support/mistakes.ts';
import { readPair, realPairs } from '../support/real-pairs.ts';
import { sharedData } from '../support/shared-data.ts';

if (sharedData === null) console.log('No shared data: the labels of real mistakes are not compared here.');

/**
 * Each file has labels of one person, who saw pictures of the mistakes and no causes: `by-kind.json` has for each pair a few
 * of every kind of mistake, from `npm run bench -- mistakes REPLAY BEATMAP SHEET.png`.
 */
const labels = readMistakeLabels('test/game/mistake-labels');
const minPairs = 39;
const minLabels = 220;
const minAgreement = 0.95;

/** Why a label may differ from what is found. Nothing else may differ. */
const explained: Readonly<Record<string, readonly string[]>> = {
  // The player was half a beat late: presses at -40, 48 and 141 ms, objects at -93, 0 and 93 ms. The person took the press at
  // 48 ms for this object's, as it was as late as the others; MC6 takes the nearest one, which hit the object before.
  'technical-master_owo_NM_dragbit-3': ['#769 circle: aim, found extra-press'],
  // Two sliders at once; the cursor was far from the ball of this one. The person saw that it was left; MC8 names the slider
  // that stable followed at that time, whatever the cursor did.
  'mayday-feat-laura-breh_2b-calling-out_NM_badeu': [
    '#148 slider: slider-left, found note-lock',
    '#525 slider: slider-left, found note-lock',
    '#914 slider: slider-left, found note-lock',
  ],
};

test('labels are compared with what is found', () => {
  const circles = { objects: ['100,100,1000,1,0', '300,100,2000,1,0'] };
  const found = mistakesOf(circles, tapping([[1060, 100]]));
  expect(disagreements([[0, 'circle', 'timing']], found)).toEqual([]);
  const wrong = disagreements(
    [
      [0, 'circle', 'aim'],
      [1, 'circle', 'missed-both'],
      [2, 'circle', 'aim'],
    ],
    found,
  );
  expect(wrong).toEqual(['#0 circle: aim, found timing', '#2 circle: aim, found no mistake']);
});

test('enough mistakes are labelled', () => {
  const different = new Set(
    [...labels].flatMap(([id, list]) => list.map(([object, part]) => `${id} ${object} ${part}`)),
  );
  expect(labels.size).toBeGreaterThanOrEqual(minPairs);
  expect(different.size).toBeGreaterThanOrEqual(minLabels);
});

describe.runIf(sharedData !== null)('the causes of real mistakes', () => {
  const differing = compareWithFound(labels);
  const count = [...labels.values()].flat().length;
  const wrong = Object.values(differing).flat().length;

  test('agree with what people saw', () => {
    console.log(`${count - wrong} of ${count} labels of ${labels.size} pairs agree.`);
    expect(1 - wrong / count).toBeGreaterThanOrEqual(minAgreement);
  });

  test('differ from it only for a reason', () => {
    expect(differing).toEqual(explained);
  });
});

/** The disagreements of each pair that has any. */
function compareWithFound(labels: MistakeLabels): Record<string, string[]> {
  const pairs = new Map(realPairs().map((pair) => [pair.id, pair]));
  const differing: Record<string, string[]> = {};
  for (const [id, list] of labels) {
    const { replay, osu } = readPair(pairs.get(id)!);
    const { beatmap } = parseBeatmap(osu);
    const mods = modsOf(replay);
    const found = findMistakes(judge(beatmap, replay, mods), playedFrames(replay.frames, beatmap.formatVersion), mods);
    const wrong = disagreements(list, found);
    if (wrong.length > 0) differing[id] = wrong;
  }
  return differing;
}
