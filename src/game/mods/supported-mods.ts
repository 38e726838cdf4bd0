import { Failure } from '../../failure.ts';
import type { Mods } from './mods.ts';

/** Mods whose effect on a play is not implemented, with the reason. */
const refusalReasons: Readonly<Record<string, string>> = {
  MG: 'it pulls the objects to a cursor that the replay does not record finely enough',
  RP: 'it moves the objects away from a cursor that the replay does not record finely enough',
};

const supportedMods = new Set(
  'RD TP DP AS NF EZ TD HD HR SD DT RX HT NC FL AT SO AP PF V2 SV2 MR DC CL ST DA TC AL SG AC AD BL BM FR NS SY WU WD WG TR GR DF SI CN MU BR BU'.split(
    ' ',
  ),
);

/** Mods of other game modes whose bits a stable header may contain; they have no effect in osu!standard. */
const otherModeMods = new Set('4K 5K 6K 7K 8K FI RD 9K CO 1K 3K 2K MR'.split(' '));

/** Refuses a play with a mod that would make the video differ from the play. */
export function requireSupportedMods(mods: Mods): void {
  for (const acronym of mods.acronyms) {
    if (mods.rules === 'stable' && otherModeMods.has(acronym)) continue;
    const reason = refusalReasons[acronym] ?? refusalOfPlacement(mods, acronym);
    if (reason !== undefined) throw unsupported(`The mod ${acronym} is not supported: ${reason}.`);
    if (!supportedMods.has(acronym)) throw unsupported(`The mod ${JSON.stringify(acronym.slice(0, 8))} is unknown.`);
  }
  const conflict = mods.conflicts.find(({ contradicts }) => contradicts);
  if (conflict) throw unsupported(`${conflict.pair.join(' and ')} cannot be played together.`);
}

/** Why the objects that a mod places anew are unknown; undefined if they are known. */
function refusalOfPlacement({ rules, conversion }: Mods, acronym: string): string | undefined {
  if (acronym === 'TP' && rules === 'stable') return 'its rules in the stable client are not public';
  const isUnknown =
    (acronym === 'RD' && conversion.random === null) || (acronym === 'TP' && conversion.targetPractice === null);
  return isUnknown ? 'it places the objects by a seed, which the replay does not contain' : undefined;
}

function unsupported(message: string): Failure {
  return new Failure('replay/unsupported-mods', message);
}
