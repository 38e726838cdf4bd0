import { describe, expect, test } from 'vitest';
import { lazerMods } from '../../../src/game/mods/index.ts';
import { frameAt, printDisplayList } from '../../../src/rendering/scene/index.ts';
import { buildScene, printScene, type SceneParts } from '../../support/scene/build-scene.ts';
import { modPlays, type PlaySpec, type SamplePlay, sectionPlays } from '../../support/scene/mod-plays.ts';

// The same small play with each mod, and each section of a video, as text.

/** Particles and the cursor would fill every list; only some mods need the cursor. */
const particles = ['particle300', 'particle100', 'particle50'] as const;
const bare = { without: [...particles, 'cursor', 'cursortrail', 'cursormiddle'] } as const;
const cursorMods = ['no-scope', 'bloom'];

function partsOf(name: string, { lazer, ...parts }: PlaySpec): SceneParts {
  const skin = cursorMods.includes(name) ? { without: particles } : bare;
  return { ...parts, skin, ...(lazer && { mods: lazerMods(lazer) }) };
}

describe('golden display lists of mods', () => {
  test.each(modPlays)('%s', async (name, parts, times) => {
    const scene = buildScene(partsOf(name, parts));
    await expect(printScene(scene, times)).toMatchFileSnapshot(`../../golden/mods/${name}.txt`);
  });
});

/** Hides the HUD, whose elements have their own golden lists. */
const noHud = {
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
    const scene = buildScene({ ...partsOf(name, parts), options: { ...noHud, ...parts.options } });
    const printed = times.map((t) => `at ${t}\n${printDisplayList(frameAt(scene, t))}\n`).join('\n');
    await expect(printed).toMatchFileSnapshot(`../../golden/sections/${name}.txt`);
  });
});

test.each([...modPlays, ...sectionPlays])('%s: a frame does not depend on frames drawn before', (...play) => {
  const [name, parts, times]: SamplePlay = play;
  const inOrder = buildScene(partsOf(name, parts));
  const anyOrder = buildScene(partsOf(name, parts));
  const text = (scene: typeof inOrder, t: number) => printDisplayList(frameAt(scene, t));
  const expected = times.map((t) => text(inOrder, t));
  expect(times.toReversed().map((t) => text(anyOrder, t))).toEqual(expected.toReversed());
});
