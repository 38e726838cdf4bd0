/** The bits of an .osr header, lowest first. Key counts, FI, RD, CO and MR belong to other game modes. */
const bits: readonly string[] =
  'NF EZ TD HD HR SD DT RX HT NC FL AT SO AP PF 4K 5K 6K 7K 8K FI RD CN TP 9K CO 1K 3K 2K V2 MR'.split(' ');

/** Bits that are always written together with a plainer one, which they stand in for. */
const replaces: Readonly<Record<string, string>> = { NC: 'DT', PF: 'SD' };

/** The order of stable's results screen; what it does not know follows as it came. */
const displayOrder = 'EZ NF HT DC HR SD PF DT NC HD FL RX AP SO AT CN V2 TD'.split(' ');

/** The order in which players say them: HDHR, HDDT, EZHDFL. */
const writtenOrder = 'EZ HD HR DT NC HT DC FL NF SD PF RX AP SO AT CN V2 TD'.split(' ');

/** The two-letter names of a header's mods, in the order the game shows them. */
export function acronymsOfBits(modBits: number): string[] {
  return inDisplayOrder(bits.filter((_, i) => (modBits & (1 << i)) !== 0));
}

/** The header's bits for a list of mods; those without a bit (DA, CL …) leave none, as in lazer's own files. */
export function bitsOfAcronyms(acronyms: readonly string[]): number {
  const all = new Set(acronyms.flatMap((acronym) => [acronym, replaces[acronym] ?? acronym]));
  return bits.reduce((sum, acronym, i) => (all.has(acronym) ? sum | (1 << i) : sum), 0);
}

/** Sorts as the game shows them, without doubles, NC without its DT and PF without its SD. */
export function inDisplayOrder(acronyms: readonly string[]): string[] {
  const hidden = new Set(acronyms.map((acronym) => replaces[acronym]));
  return inOrder(displayOrder, [...new Set(acronyms)]).filter((acronym) => !hidden.has(acronym));
}

/** As one word, the way players write it; nothing for a play without mods. */
export function formatMods(acronyms: readonly string[]): string {
  return inOrder(writtenOrder, acronyms).join('');
}

/** What the order does not know comes last, as it came. */
function inOrder(order: readonly string[], acronyms: readonly string[]): string[] {
  const rank = (acronym: string) => {
    const i = order.indexOf(acronym);
    return i < 0 ? order.length : i;
  };
  return acronyms.toSorted((a, b) => rank(a) - rank(b));
}
