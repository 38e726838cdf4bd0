import type { Job } from '../../contract/index.ts';
import { gradeName } from '../../contract/settings/index.ts';
import { words } from '../words/index.ts';
import { formatNumber } from '../words/numbers.ts';

type Play = NonNullable<Job['play']>;

/** The mods of a play as badges; a speed that lazer was set to follows its mod. */
export function ModBadges({ play: { mods, speed } }: { play: Pick<Play, 'mods' | 'speed'> }) {
  if (mods.length === 0) return null;
  return (
    <ul class="mods" aria-label={words.stats.mods}>
      {mods.map((mod) => (
        <li key={mod} class={`mod ${kinds[mod] ?? ''}`}>
          {mod}
          {mod in defaultSpeeds && speed !== defaultSpeeds[mod] && <small>{formatNumber(speed)}×</small>}
        </li>
      ))}
    </ul>
  );
}

const defaultSpeeds: Readonly<Record<string, number>> = { DT: 1.5, NC: 1.5, HT: 0.75, DC: 0.75 };

/** The colours of the game: mods that make a map harder, easier, or neither. */
const kinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['HR', 'SD', 'PF', 'DT', 'NC', 'HD', 'FL', 'BL', 'ST', 'AC'].map((mod) => [mod, 'harder'])),
  ...Object.fromEntries(['EZ', 'NF', 'HT', 'DC'].map((mod) => [mod, 'easier'])),
};

/** The grade of a play, as the game writes it. */
export function GradeMark({ grade }: { grade: NonNullable<Play['grade']> }) {
  return (
    <strong class={`grade grade-${grade}`} title={words.stats.grade}>
      {gradeName(grade)}
    </strong>
  );
}
