import { describe, expect, test } from 'vitest';
import { sharedData } from '../support/files/shared-data.ts';
import { disagreements, type MistakeLabels, readMistakeLabels } from '../support/mistakes/mistake-labels.ts';
import { mistakesOf, tapping } from '../support/mistakes/mistakes.ts';
import { judgePair, realPairs } from '../support/replays/real-pairs.ts';

if (sharedData === null) console.log('No shared data: the labels of real mistakes are not compared here.');

/**
 * Each file has labels of one labeller, who saw pictures of the mistakes and no causes: `by-kind.json` has for each pair a few
 * of every kind of mistake, from `npm run bench -- mistakes REPLAY BEATMAP SHEET.png`; `random.json` has random mistakes.
 */
const labels = readMistakeLabels('test/game/mistake-labels');
const minPairs = 80;
const minLabels = 550;
const minAgreement = 0.95;

/** What is found instead of the label, and why that may be. Nothing else may differ. */
const explained: Readonly<Record<string, readonly string[]>> = {
  // A press between two objects can be late for the first and early for the second. MC5 and MC6 give it to the nearer one. The
  // labeller saw that the presses before and after it were as late, or that another one was a little beside the object.
  'day-to-story-tv-size_date-story_HD_yuitora': ['#267 circle: no-press, found extra-press'],
  'dear-brave_test7_NM_yuitora-2': ['#9 circle: aim, found extra-press'],
  'harumachi-clover-swing_oh-no_NM_tybug2': ['#5 slider: aim, found extra-press'],
  'kimi-no-kioku-aethral_remembrance_NM_saberstrike': [
    // Late by less than the great window, as below.
    '#1370 slider: slider-late-head, found slider-left',
    '#1486 head: aim, found extra-press',
  ],
  'technical-master_owo_NM_dragbit-3': [
    '#373 circle: extra-press, found aim',
    '#662 circle: aim, found extra-press',
    '#769 circle: aim, found extra-press',
  ],
  // There were fewer presses than objects. The labeller saw which object was left out; MC6 gives it a press that fits the next
  // object better if the next one has another press.
  'dear-brave_test7_NM_yuitora-4': ['#11 circle: no-press, found aim'],
  'warriors_1000lp-challen_HD_freez': ['#449 circle: no-press, found aim', '#461 circle: no-press, found aim'],
  // A press that the lock refused is near the object before too. MC2 and MC6 decide by time alone for which one it was. In
  // barusa-of-mikosu, the cursor was not near #935 and #1082 at all.
  'barusa-of-mikosu_tag4_NM_val0108': [
    '#896 head: aim, found note-lock',
    '#935 circle: missed-both, found aim',
    '#1082 circle: missed-both, found aim',
  ],
  'flamewall_eternal-sacred_NM_blackdog5': ['#2543 head: extra-press, found note-lock'],
  'raise-my-sword_a-thousand-fla_NM_justman': ['#2480 circle: note-lock, found aim'],
  // The head was hit late by less than the great window, and the ball was just out of reach of a cursor at the edge of the head.
  // The labeller saw the ball move away before the press. MC9 asks for a press that is late by more than that.
  'galaxy-collapse_galaxy_NM_flyingtuna': [
    '#1253 repeat: slider-late-head, found slider-left',
    '#1749 repeat: slider-late-head, found slider-left',
  ],
  'strangeprogram_lesjuhs-tag_NM_gn': ['#238 slider: slider-late-head, found slider-left'],
  'the-big-black_whos-afraid-of_NM_wubwoofwolf': [
    '#309 slider: slider-late-head, found slider-left',
    '#619 slider: slider-late-head, found slider-left',
    '#619 slider: slider-late-head, found slider-left',
  ],
  // Two sliders at once. The labeller named the slider that stable followed, although the cursor was not near the other ball:
  // MC8 now asks for that.
  'mayday-feat-laura-breh_2b-calling-out_NM_badeu': [
    '#226 slider: note-lock, found slider-left',
    '#331 slider: note-lock, found slider-left',
    '#566 slider: note-lock, found slider-left',
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

  test('are those of pairs that exist', () => {
    const ids = new Set(realPairs().map(({ id }) => id));
    expect([...labels.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });

  test('agree with what the labellers saw', () => {
    console.log(`${count - wrong} of ${count} labels of ${labels.size} pairs agree.`);
    expect(1 - wrong / count).toBeGreaterThanOrEqual(minAgreement);
  });

  test('differ from it only for a reason', () => {
    expect(differing).toEqual(explained);
  });
});

/** The disagreements of each pair that has any. */
function compareWithFound(labels: MistakeLabels): Record<string, string[]> {
  const differing: Record<string, string[]> = {};
  for (const pair of realPairs()) {
    const list = labels.get(pair.id);
    if (list === undefined) continue;
    const wrong = disagreements(list, judgePair(pair).mistakes);
    if (wrong.length > 0) differing[pair.id] = wrong;
  }
  return differing;
}
