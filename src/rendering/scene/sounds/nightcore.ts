import { hasMod } from '../../../game/mods/index.ts';
import type { SkinSound } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';
import { lastObjectEnd } from '../last-object-end.ts';
import type { SceneInput } from '../scene-input.ts';
import type { SoundEvent } from './sound-track.ts';

/** Half beats closer than this get no drums: maps with timing tricks would produce thousands per second. */
const minStep = 40;
const barsToFinish = 4;

type Drum = 'kick' | 'clap' | 'hat' | 'finish';

/** The drums of the Nightcore mod: kick and clap on the beat, hats between, a cymbal every four bars. */
export function nightcoreEvents({ play: { map }, mods, skin, options }: SceneInput): SoundEvent[] {
  if (!hasMod(mods, 'NC') || !options.nightcoreSamples) return [];
  const drums: Record<Drum, SkinSound | null> = {
    kick: skin.sound('nightcore-kick'),
    clap: skin.sound('nightcore-clap'),
    hat: map.beatmap.difficulty.sliderTickRate % 2 === 0 ? skin.sound('nightcore-hat') : null,
    finish: skin.sound('nightcore-finish'),
  };
  const end = lastObjectEnd(map);
  const { uninheritedPoints: beats } = map.timing;
  return beats.flatMap((point, i) => {
    const step = point.beatLength / 2;
    if (!(step >= minStep)) return [];
    const until: Millis = Math.min(beats[i + 1]?.time ?? end, end);
    const events: SoundEvent[] = [];
    for (let n = 0; point.time + n * step < until; n++) {
      for (const drum of drumsAt(n, point.meter, point.omitFirstBarLine)) {
        const sound = drums[drum];
        if (sound) events.push({ time: point.time + n * step, sound, volume: 1, balance: 0 });
      }
    }
    return events;
  });
}

/** The drums at the n-th half beat after a timing point. */
export function drumsAt(n: number, meter: number, omitFirst: boolean): Drum[] {
  const halfBeatsPerBar = meter * 2;
  const finish: Drum[] = n % (halfBeatsPerBar * barsToFinish) === 0 && !(n === 0 && omitFirst) ? ['finish'] : [];
  const beat = n % (meter === 3 ? 6 : 4);
  const clap = meter === 3 ? 3 : 2;
  return [...finish, beat === 0 ? 'kick' : beat === clap ? 'clap' : 'hat'];
}
