import type { Scene } from '../../scene/index.ts';
import type { PictureSize } from '../pictures/picture-size.ts';
import { createSceneRenderer, type SceneAssets, type SceneRenderer, type VideoRenderer } from '../scene-renderer.ts';
import { arrangePanes } from './arrange-panes.ts';
import { createJoinedFrame } from './joined-frame.ts';
import { createSplitClock, type SplitClock } from './split-clock.ts';

/** The assets of a video: of one scene, or of the scenes of a split video. */
export type VideoAssets = readonly [SceneAssets, ...SceneAssets[]];

/** Loads the assets of a video for a frame size. */
export function createVideoRenderer(scenes: VideoAssets, size: PictureSize): Promise<VideoRenderer> {
  return scenes.length === 1 ? createSceneRenderer(scenes[0], size) : createSplitRenderer(scenes, size);
}

/** Draws every scene into a picture of its own. The scene of the renderer is the first one, which is heard. */
async function createSplitRenderer(scenes: VideoAssets, size: PictureSize): Promise<VideoRenderer> {
  const places = arrangePanes(scenes.length, size);
  const panes: SceneRenderer[] = [];
  const close = async () => void (await Promise.all(panes.map((pane) => pane.close())));
  try {
    for (const [i, assets] of scenes.entries()) panes.push(await createSceneRenderer(assets, places[i]!));
  } catch (error) {
    await close();
    throw error;
  }
  const clock = createSplitClock(panes.map(({ scene }) => scene));
  const frame = createJoinedFrame(
    panes.map(({ compositor }, i) => ({ pane: places[i]!, pixels: compositor })),
    size,
  );
  return {
    scene: heardScene(panes[0]!.scene, clock),
    compositor: frame,
    async draw(t) {
      for (const [i, pane] of panes.entries()) await pane.draw(clock.timeOf(i, t));
      frame.update();
    },
    async preload() {
      for (const pane of panes) await pane.preload();
    },
    close,
  };
}

/** The first scene with the span of all. If it fails before another play has ended, the song goes on. */
function heardScene(first: Scene, { span, last }: SplitClock): Scene {
  return { ...first, span, play: last.has(0) ? first.play : { ...first.play, failedAt: null } };
}
