import { describe, expect, test } from 'vitest';
import { lazerMods } from '../src/game/mods/index.ts';
import { frameAt, printDisplayList } from '../src/rendering/scene/index.ts';
import { madeScene, printScene, type SceneParts } from './support/made-scene.ts';
import { type MadePlay, modPlays, type PlayParts, sectionPlays } from './support/mod-plays.ts';

// The same small play under each mod, and each section of a video, as text.

/** What every list would be full of otherwise; some mods are about the cursor. */
const particles = ['particle300', 'particle100', 'particle50'] as const;
const bare = { without: [...particles, 'cursor', 'cursortrail', 'cursormiddle'] } as const;
const ofTheCursor = ['no-scope', 'bloom'];

function partsOf(name: string, { lazer, ...parts }: PlayParts): SceneParts {
  const skin = ofTheCursor.includes(name) ? { without: particles } : bare;
  return { ...parts, skin, ...(lazer && { mods: lazerMods(lazer) }) };
}

describe('golden display lists of mods', () => {
  test.each(modPlays)('%s', async (name, parts, times) => {
    const scene = madeScene(partsOf(name, parts));
    await expect(printScene(scene, times)).toMatchFileSnapshot(`golden/mod-${name}.txt`);
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
    const scene = madeScene({ ...partsOf(name, parts), options: { ...quiet, ...parts.options } });
    const printed = times.map((t) => `at ${t}\n${printDisplayList(frameAt(scene, t))}\n`).join('\n');
    await expect(printed).toMatchFileSnapshot(`golden/section-${name}.txt`);
  });
});

test.each([...modPlays, ...sectionPlays])('%s: a moment is the same, whichever were asked for before', (...play) => {
  const [name, parts, times]: MadePlay = play;
  const inOrder = madeScene(partsOf(name, parts));
  const anyOrder = madeScene(partsOf(name, parts));
  const text = (scene: typeof inOrder, t: number) => printDisplayList(frameAt(scene, t));
  const expected = times.map((t) => text(inOrder, t));
  expect(times.toReversed().map((t) => text(anyOrder, t))).toEqual(expected.toReversed());
});
