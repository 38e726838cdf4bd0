import { describe, expect, test } from 'vitest';
import { lazerMods } from '../src/game/mods/index.ts';
import { frameAt, printDisplayList } from '../src/rendering/scene/index.ts';
import { madeShow, printShow, type ShowParts } from './support/made-show.ts';
import { type MadePlay, modPlays, type PlayParts, sectionPlays } from './support/mod-plays.ts';

// The same small play under each mod, and each section of a video, as text.

/** What every list would be full of otherwise; some mods are about the cursor. */
const particles = ['particle300', 'particle100', 'particle50'] as const;
const bare = { without: [...particles, 'cursor', 'cursortrail', 'cursormiddle'] } as const;
const ofTheCursor = ['no-scope', 'bloom'];

function partsOf(name: string, { lazer, ...parts }: PlayParts): ShowParts {
  const skin = ofTheCursor.includes(name) ? { without: particles } : bare;
  return { ...parts, skin, ...(lazer && { mods: lazerMods(lazer) }) };
}

describe('golden display lists of mods', () => {
  test.each(modPlays)('%s', async (name, parts, times) => {
    const show = madeShow(partsOf(name, parts));
    await expect(printShow(show, times)).toMatchFileSnapshot(`golden/mod-${name}.txt`);
  });
});

/** Nothing of the HUD: its elements have golden lists of their own. */
const quiet = {
  scoreCounter: false,
  accuracyCounter: false,
  progressPie: false,
  comboCounter: false,
  healthBar: false,
  ppCounter: false,
  hitCounts: false,
  introCard: false,
} as const;

describe('golden display lists of sections', () => {
  test.each(sectionPlays)('%s', async (name, parts, times) => {
    const show = madeShow({ ...partsOf(name, parts), options: { ...quiet, ...parts.options } });
    const printed = times.map((t) => `at ${t}\n${printDisplayList(frameAt(show, t))}\n`).join('\n');
    await expect(printed).toMatchFileSnapshot(`golden/section-${name}.txt`);
  });
});

test.each([...modPlays, ...sectionPlays])('%s: a moment is the same, whichever were asked for before', (...play) => {
  const [name, parts, times]: MadePlay = play;
  const inOrder = madeShow(partsOf(name, parts));
  const anyOrder = madeShow(partsOf(name, parts));
  const text = (show: typeof inOrder, t: number) => printDisplayList(frameAt(show, t));
  const expected = times.map((t) => text(inOrder, t));
  expect(times.toReversed().map((t) => text(anyOrder, t))).toEqual(expected.toReversed());
});
