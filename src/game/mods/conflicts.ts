import type { ModConflict } from './mods.ts';

/** Mods that exclude each other: a player can select one of each list. */
const alternatives: readonly { readonly mods: readonly string[]; readonly contradicts: boolean }[] = [
  { mods: ['EZ', 'HR', 'DA'], contradicts: true },
  { mods: ['HT', 'DC', 'DT', 'NC', 'WU', 'WD', 'AS'], contradicts: true },
  { mods: ['RD', 'TP'], contradicts: true },
  { mods: ['DP', 'TP'], contradicts: true },
  { mods: ['DP', 'WG', 'TR'], contradicts: true },
  { mods: ['DP', 'GR', 'DF', 'SI'], contradicts: true },
  { mods: ['DP', 'FR'], contradicts: true },
  { mods: ['CL', 'ST'], contradicts: true },
  { mods: ['AL', 'SG'], contradicts: true },
  { mods: ['RX', 'AP'], contradicts: true },
  { mods: ['SI', 'HD'], contradicts: false },
  { mods: ['BR', 'BU'], contradicts: false },
  { mods: ['NF', 'SD'], contradicts: false },
  { mods: ['NF', 'PF'], contradicts: false },
  { mods: ['NF', 'AC'], contradicts: false },
  { mods: ['RX', 'AL', 'SG'], contradicts: false },
  { mods: ['HD', 'TC'], contradicts: false },
  { mods: ['AP', 'SO'], contradicts: false },
  { mods: ['TP', 'SD'], contradicts: false },
  { mods: ['TP', 'SO'], contradicts: false },
  { mods: ['TP', 'ST'], contradicts: false },
];

/** Finds the pairs of mods that the game does not allow together. */
export function conflictsAmong(acronyms: readonly string[]): ModConflict[] {
  return alternatives.flatMap(({ mods, contradicts }) => {
    const [first, ...others] = mods.filter((acronym) => acronyms.includes(acronym));
    return first === undefined ? [] : others.map((other) => ({ pair: [first, other] as const, contradicts }));
  });
}
