import { rateAt } from '../../../game/beatmap/index.ts';
import type { Scene } from '../scene.ts';
import { isPassingAt } from '../storyboard/index.ts';
import { sampleSpeedAt } from './samples.ts';
import type { SoundEvent } from './sound-track.ts';

/**
 * A storyboard's sounds, which are often part of the song. Those of the Pass and Fail layers play only while their
 * layer is visible. In lazer they follow the song's speed; in stable only if the map requests it (rule SF4).
 */
export function storyboardEvents(scene: Scene): SoundEvent[] {
  const { drawableStoryboard, play, mods } = scene;
  if (drawableStoryboard === null) return [];
  const { storyboard, soundOf } = drawableStoryboard.input;
  return storyboard.samples.flatMap(({ time, layer, file, volume }) => {
    const isPassing = isPassingAt(drawableStoryboard.passFail, time);
    if (volume === 0 || (layer === 'pass' && !isPassing) || (layer === 'fail' && isPassing)) return [];
    const sound = soundOf(file);
    const speed = mods.rules === 'stable' ? sampleSpeedAt(scene, time) : rateAt(play.map.songClock, time);
    return sound ? [{ time, sound, volume: volume / 100, balance: 0, speed }] : [];
  });
}
