/** First and last value of each of the two bytes of a character. */
interface Standard {
  readonly encoding: string;
  readonly first: readonly [number, number];
  readonly second: readonly [number, number];
}

/**
 * National standards, which contain the characters in common use: the fonts have four times as many Han characters and
 * Hangul syllables. The ranges leave out what later encodings have added.
 */
const standards: readonly Standard[] = [
  // JIS X 0208: the 6,355 kanji of levels 1 and 2.
  { encoding: 'euc-jp', first: [0xa1, 0xf4], second: [0xa1, 0xfe] },
  // KS X 1001: 2,350 syllables.
  { encoding: 'euc-kr', first: [0xb0, 0xc8], second: [0xa1, 0xfe] },
  // GB 2312: 6,763 simplified characters.
  { encoding: 'gb18030', first: [0xb0, 0xf7], second: [0xa1, 0xfe] },
  // Big5: the 5,401 traditional characters of level 1.
  { encoding: 'big5', first: [0xa4, 0xc6], second: [0x40, 0xfe] },
];

/** The code points of all characters that one of the standards contains. */
export function standardCharacters(): Set<number> {
  const texts = standards.map(({ encoding, first, second }) => {
    const bytes = numbersIn(first).flatMap((row) => numbersIn(second).flatMap((place) => [row, place]));
    return new TextDecoder(encoding).decode(Uint8Array.from(bytes));
  });
  return new Set(Array.from(texts.join(''), (character) => character.codePointAt(0)!));
}

function numbersIn([first, last]: readonly [number, number]): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
