import { Failure } from '../../failure.ts';
import type { Mods } from './mods.ts';

/** Mods whose effect on a play is not implemented, with the reason. */
const refusalReasons: Readonly<Record<string, string>> = {
  TP: 'it generates its own targets',
  RD: 'it moves all objects to random positions',
  WG: 'it moves the objects',
  TR: 'it moves the objects',
  DP: 'it moves the objects in depth',
  MG: 'it pulls the objects towards the cursor',
  RP: 'it pushes the objects away from the cursor',
  GR: 'it changes the size of the objects as they appear',
  DF: 'it changes the size of the objects as they appear',
  SI: 'it rotates the objects as they appear',
  AS: 'it adapts the speed to the player',
};

/** Mods that only change appearance or sound, in a way that videos do not show. */
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

/** Mods of other game modes whose bits a stable header may contain; they have no effect in osu!standard. */
const otherModeMods = new Set('4K 5K 6K 7K 8K FI RD 9K CO 1K 3K 2K MR'.split(' '));

/** Refuses a play with a mod that would make the video differ from the play. */
export function requireSupportedMods(mods: Mods): void {
  for (const acronym of mods.acronyms) {
    if (mods.rules === 'stable' && otherModeMods.has(acronym)) continue;
    const reason = refusalReasons[acronym];
    if (reason !== undefined) throw unsupported(`The mod ${acronym} is not supported: ${reason}.`);
    if (!supportedMods.has(acronym)) throw unsupported(`The mod ${JSON.stringify(acronym.slice(0, 8))} is unknown.`);
  }
  const conflict = mods.conflicts.find(({ contradicts }) => contradicts);
  if (conflict) throw unsupported(`${conflict.pair.join(' and ')} cannot be played together.`);
}

/** One sentence for each mod whose effect the video does not show. */
export function unshownModNotes(mods: Mods): string[] {
  return mods.acronyms.flatMap((acronym) =>
    unshownMods[acronym] === undefined ? [] : [`${unshownMods[acronym]} (${acronym}) is not shown.`],
  );
}

function unsupported(message: string): Failure {
  return new Failure('replay/unsupported-mods', message);
}
