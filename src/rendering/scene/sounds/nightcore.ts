import { hasMod } from '../../../game/mods/index.ts';
import type { SkinSound } from '../../../game/skin/index.ts';
import type { Millis } from '../../../game/units.ts';
import type { SceneInput } from '../scene-input.ts';
import { beatPeriod } from './beat-period.ts';
import type { SoundEvent } from './sound-track.ts';

/** Half beats closer than this get no drums: maps with timing tricks would produce thousands per second. */
const minStep = 40;
const barsToFinish = 4;

type Drum = 'kick' | 'clap' | 'hat' | 'finish';

/**
 * The drums of the Nightcore mod: kick and clap on the beat, hats between, a cymbal every four bars. They keep their
 * pitch. Hats play only if the slider tick rate is a multiple of two (rule SF6).
 */
export function nightcoreEvents({ play: { map }, mods, skin, options }: SceneInput): SoundEvent[] {
  if (!hasMod(mods, 'NC') || !options.nightcoreSamples) return [];
  const drums: Record<Drum, SkinSound | null> = {
    kick: skin.sound('nightcore-kick'),
    clap: skin.sound('nightcore-clap'),
    hat: map.beatmap.difficulty.sliderTickRate % 2 === 0 ? skin.sound('nightcore-hat') : null,
    finish: skin.sound('nightcore-finish'),
  };
  const { start, end } = beatPeriod(map);
  const { uninheritedPoints: beats } = map.timing;
  return beats.flatMap((point, i) => {
    const step = point.beatLength / 2;
    // Stable counts every bar as 4/4; lazer knows 3/4, too (rule SF5).
    const meter = mods.rules === 'stable' ? 4 : point.meter;
    if (!(step >= minStep)) return [];
    const until: Millis = Math.min(beats[i + 1]?.time ?? end, end);
    const events: SoundEvent[] = [];
    for (let n = Math.max(0, Math.ceil((start - point.time) / step)); point.time + n * step < until; n++) {
      for (const drum of drumsAt(n, { meter, omitFirst: point.omitFirstBarLine })) {
        const sound = drums[drum];
        if (sound) events.push({ time: point.time + n * step, sound, volume: 1, balance: 0 });
      }
    }
    return events;
  });
}

/** The drums at the n-th half beat after a timing point. Bars that are neither 4/4 nor 3/4 have only the cymbal. */
export function drumsAt(
  n: number,
  { meter, omitFirst }: { readonly meter: number; readonly omitFirst: boolean },
): Drum[] {
  const halfBeatsPerBar = meter * 2;
  const finish: Drum[] = n % (halfBeatsPerBar * barsToFinish) === 0 && !(n === 0 && omitFirst) ? ['finish'] : [];
  if (meter !== 3 && meter !== 4) return finish;
  // A kick and a clap alternate: on every beat in 4/4, on the first half beat and in the middle of the bar in 3/4.
  const clap = meter === 3 ? 3 : 2;
  const beat = n % (2 * clap);
  return [...finish, beat === 0 ? 'kick' : beat === clap ? 'clap' : 'hat'];
}
