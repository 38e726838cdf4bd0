import type { Metadata } from '../../../game/beatmap/index.ts';
import type { Typeface } from '../display-list/text.ts';

export interface MapTitle {
  readonly title: string;
  readonly artist: string;
}

/**
 * Title and artist in their original script; both in Latin letters if the map has only these, or if the typeface lacks
 * a character of either.
 */
export function titleOf(metadata: Metadata, typeface: Typeface): MapTitle {
  const [original, romanised] = titlesOf(metadata);
  const isShown = [...original.title, ...original.artist].every((character) => typeface.has(character));
  return isShown ? original : romanised;
}

/** Some editors write é as e and an accent, which the typeface would draw beside each other. */
const composed = (text: string) => text.normalize('NFC');

/** The two titles that `titleOf` chooses from: original and romanised. */
export function titlesOf(metadata: Metadata): readonly [MapTitle, MapTitle] {
  const { title, artist, titleUnicode, artistUnicode } = metadata;
  return [
    { title: composed(titleUnicode || title), artist: composed(artistUnicode || artist) },
    { title: title || titleUnicode, artist: artist || artistUnicode },
  ];
}
