import { Failure } from '../../failure.ts';
import { fileKey } from '../../game/archive/index.ts';
import type { Beatmap } from '../../game/beatmap/index.ts';
import { mergeStoryboards, parseStoryboard, type Storyboard } from '../../game/storyboard/index.ts';
import type { StoryboardInput } from '../scene/index.ts';
import type { FileSource } from './file-source.ts';
import { decodableSize } from './pictures/decodable-size.ts';
import type { PictureSize } from './pictures/picture-size.ts';

/** A map's storyboard with the files it is shown and heard with. */
export interface StoryboardFiles extends StoryboardInput {
  /** The bytes of a picture `pictureOf` has named; null where they cannot be read. */
  read(image: string): Uint8Array | null;
  /** How large such a picture says it is. */
  sizeOf(image: string): PictureSize;
}

/** The storyboard in the map and in the set around it. One that cannot be read is left out: the play is shown without. */
export function readStoryboard(beatmap: Beatmap, files: FileSource, onNote: (note: string) => void): Storyboard {
  const name = osbNameIn(files, beatmap);
  const bytes = name === undefined ? null : files.read(name);
  if (bytes === null) return beatmap.storyboard;
  try {
    return mergeStoryboards(beatmap.storyboard, parseStoryboard(bytes).storyboard);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    onNote(`The storyboard ${JSON.stringify(name)} is left out: ${error.message}`);
    return beatmap.storyboard;
  }
}

/** Where a map has sprites of the skin in its storyboard, the skin's files come before its own. */
export function openStoryboardFiles(
  storyboard: Storyboard,
  { files, skin }: { readonly files: FileSource; readonly skin: FileSource | null },
  onNote: (note: string) => void,
): StoryboardFiles {
  const sources = [...(skin ? [skin] : []), files].map((source) => ({ source, stored: namesByKey(source) }));
  const found = new Map<string, { source: FileSource; file: string; size: PictureSize }>();
  const pictures = new Map<string, ReturnType<StoryboardInput['pictureOf']>>();

  function lookUp(path: string, extensions: readonly string[]): { source: FileSource; file: string } | null {
    for (const { source, stored } of sources) {
      for (const extension of ['', ...extensions]) {
        const file = stored.get(fileKey(path + extension));
        if (file !== undefined) return { source, file };
      }
    }
    return null;
  }

  function findPicture(path: string): ReturnType<StoryboardInput['pictureOf']> {
    const place = lookUp(path, ['.png', '.jpg', '.jpeg']);
    if (place === null) return null;
    const bytes = place.source.read(place.file);
    const size = bytes && decodableSize(bytes);
    if (size === null) {
      onNote(`The picture ${JSON.stringify(place.file)} of the storyboard is broken or too large, and left out.`);
      return null;
    }
    const image = `storyboard/${place.file}`;
    found.set(image, { ...place, size });
    return { image, ...size };
  }

  return {
    storyboard,
    pictureOf(path) {
      const known = pictures.get(path);
      if (known !== undefined) return known;
      const picture = findPicture(path);
      pictures.set(path, picture);
      return picture;
    },
    soundOf(path) {
      const place = lookUp(path, ['.wav', '.ogg', '.mp3']);
      return place?.source === files ? { source: 'beatmap', file: place.file } : null;
    },
    read(image) {
      const place = found.get(image);
      return place ? place.source.read(place.file) : null;
    },
    sizeOf(image) {
      const place = found.get(image);
      if (!place) throw new Error(`Nobody has been told of a picture ${image}.`);
      return place.size;
    },
  };
}

/** The one named after the set, or whichever there is. */
function osbNameIn({ names }: FileSource, { metadata }: Beatmap): string | undefined {
  const all = names.filter((name) => /\.osb$/i.test(name));
  const named = fileKey(`${metadata.artist} - ${metadata.title} (${metadata.creator}).osb`);
  return all.find((name) => fileKey(name) === named) ?? all[0];
}

function namesByKey({ names }: FileSource): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [fileKey(name), name]));
}
