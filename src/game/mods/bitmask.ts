/** The mod bits of an .osr header, lowest first. Key counts, FI, RD, CO and MR belong to other game modes. */
const bits: readonly string[] =
  'NF EZ TD HD HR SD DT RX HT NC FL AT SO AP PF 4K 5K 6K 7K 8K FI RD CN TP 9K CO 1K 3K 2K V2 MR'.split(' ');

/** Mods whose bit is always set together with the bit of the mod that they replace. */
const replaces: Readonly<Record<string, string>> = { NC: 'DT', PF: 'SD' };

/** The order of stable's results screen; other mods follow in their original order. */
const displayOrder = 'EZ NF HT DC HR SD PF DT NC HD FL RX AP SO AT CN V2 TD'.split(' ');

/** The order in which players write mods: HDHR, HDDT, EZHDFL. */
const writtenOrder = 'EZ HD HR DT NC HT DC FL NF SD PF RX AP SO AT CN V2 TD'.split(' ');

/** The acronyms of a header's mods, in the game's display order. */
export function acronymsOfBits(modBits: number): string[] {
  return inDisplayOrder(bits.filter((_, i) => (modBits & (1 << i)) !== 0));
}

/** The header bits of a list of mods; mods without a bit (DA, CL …) are omitted, as in lazer's own files. */
export function bitsOfAcronyms(acronyms: readonly string[]): number {
  const all = new Set(acronyms.flatMap((acronym) => [acronym, replaces[acronym] ?? acronym]));
  return bits.reduce((sum, acronym, i) => (all.has(acronym) ? sum | (1 << i) : sum), 0);
}

/** Sorts mods in the game's display order and removes duplicates, the DT of NC and the SD of PF. */
export function inDisplayOrder(acronyms: readonly string[]): string[] {
  const hidden = new Set(acronyms.map((acronym) => replaces[acronym]));
  return inOrder(displayOrder, [...new Set(acronyms)]).filter((acronym) => !hidden.has(acronym));
}

/** Mods as one word, as players write them; empty for a play without mods. */
export function formatMods(acronyms: readonly string[]): string {
  return inOrder(writtenOrder, acronyms).join('');
}

/** Sorts by a given order; mods that it does not contain come last, in their original order. */
function inOrder(order: readonly string[], acronyms: readonly string[]): string[] {
  const rank = (acronym: string) => {
    const i = order.indexOf(acronym);
    return i < 0 ? order.length : i;
  };
  return acronyms.toSorted((a, b) => rank(a) - rank(b));
}
