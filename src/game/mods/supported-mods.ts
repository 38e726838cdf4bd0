import { Failure } from '../../failure.ts';
import type { Mods } from './mods.ts';

/** Mods whose play we do not know how to repeat, and why. */
const refusalReasons: Readonly<Record<string, string>> = {
  TP: 'it generates targets of its own',
  RD: 'it places all objects anew at random',
  WG: 'it moves the objects about',
  TR: 'it moves the objects about',
  DP: 'it moves the objects in depth',
  MG: 'it pulls the objects towards the cursor',
  RP: 'it pushes the objects away from the cursor',
  GR: 'it changes the size of the objects as they appear',
  DF: 'it changes the size of the objects as they appear',
  SI: 'it turns the objects as they appear',
  AS: 'it changes the speed with the player',
};

/** Mods that only look or sound different, in a way we do not show. */
const unshownMods: Readonly<Record<string, string>> = {
  BR: 'Barrel Roll',
  BU: 'Bubbles',
  CN: 'Cinema',
  MU: 'Muted',
};

const supportedMods = new Set(
  'NF EZ TD HD HR SD DT RX HT NC FL AT SO AP PF V2 SV2 MR DC CL ST DA TC AL SG AC AD BL BM FR NS SY WU WD'
    .split(' ')
    .concat(Object.keys(unshownMods)),
);

/** Mods of other game modes whose bits a stable header may hold; they change nothing in osu!standard. */
const otherModeMods = new Set('4K 5K 6K 7K 8K FI RD 9K CO 1K 3K 2K MR'.split(' '));

/** Refuses a play that would come out other than it was, and says because of which mod. */
export function requireSupportedMods(mods: Mods): void {
  for (const acronym of mods.acronyms) {
    if (mods.rules === 'stable' && otherModeMods.has(acronym)) continue;
    const reason = refusalReasons[acronym];
    if (reason !== undefined) throw unsupported(`${acronym} cannot be replayed: ${reason}.`);
    if (!supportedMods.has(acronym)) throw unsupported(`The mod ${JSON.stringify(acronym.slice(0, 8))} is not known.`);
  }
  const conflict = mods.conflicts.find(({ contradicts }) => contradicts);
  if (conflict) throw unsupported(`${conflict.pair.join(' and ')} cannot be played together.`);
}

/** One sentence for each mod that the video leaves out. */
export function unshownModNotes(mods: Mods): string[] {
  return mods.acronyms.flatMap((acronym) =>
    unshownMods[acronym] === undefined ? [] : [`${unshownMods[acronym]} (${acronym}) is not shown.`],
  );
}

function unsupported(message: string): Failure {
  return new Failure('replay/unsupported-mods', message);
}
