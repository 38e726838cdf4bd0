import { createRosuPp } from '../../../src/game/pp/index.ts';
import { createScene, type Scene, type Together } from '../../../src/rendering/scene/index.ts';
import { type OpenedTogether, openTogether, type TogetherOptions } from '../../../src/rendering/scene-loader/index.ts';
import { demoMap, demoReplays } from '../replays/demo-players.ts';
import { typeface } from './build-hud.ts';
import { buildSceneOfReplay } from './build-scene.ts';

/** The options of several plays, as the settings have them by default. */
export const togetherDefaults: Omit<TogetherOptions, 'layout'> = {
  orderBy: 'score',
  lives: 1,
  counts: 'break',
  minTime: 0,
};

/** The files of the demo's map. */
export const demoFiles = { files: { names: ['demo.osu'], read: () => demoMap } };

/** Opens replays of the demo, named 1.osr, 2.osr and so on. */
export function openDemoPlays(
  replays: readonly Uint8Array[],
  together: Partial<TogetherOptions> & Pick<Together, 'layout'>,
): OpenedTogether {
  const named = replays.map((bytes, i) => ({ name: `${i + 1}.osr`, bytes }));
  return openTogether(
    { replays: named, beatmap: demoFiles, together: { ...togetherDefaults, ...together } },
    createRosuPp(),
    () => {},
  );
}

/** Builds a scene of several generated plays of the demo. */
export function buildTogether(
  count: number,
  together: Partial<TogetherOptions> & Pick<Together, 'layout'>,
  size?: { readonly width: number; readonly height: number },
): Scene {
  const opened = openDemoPlays(demoReplays(count), together);
  const scene = buildSceneOfReplay(demoMap, opened.opened.replay, size ? { size } : {});
  return createScene({ ...scene, typeface, together: opened.together });
}
