import { rateAt } from '../../../game/beatmap/index.ts';
import type { Scene } from '../scene.ts';
import { passesAt } from '../storyboard/index.ts';
import type { SoundEvent } from './sound-track.ts';

/**
 * The sounds of a storyboard, which are often part of the song. Those of the Pass and Fail layers are heard by turns, as
 * the layers are seen. Unlike hit sounds they follow the speed of the song.
 */
export function storyboardEvents({ story, play }: Scene): SoundEvent[] {
  if (story === null) return [];
  const { storyboard, soundOf } = story.input;
  return storyboard.samples.flatMap(({ time, layer, file, volume }) => {
    const passes = passesAt(story.verdicts, time);
    if (volume === 0 || (layer === 'pass' && !passes) || (layer === 'fail' && passes)) return [];
    const sound = soundOf(file);
    return sound ? [{ time, sound, volume: volume / 100, balance: 0, speed: rateAt(play.map.songClock, time) }] : [];
  });
}
