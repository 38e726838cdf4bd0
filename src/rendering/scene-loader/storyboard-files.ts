import { Failure } from '../../failure.ts';
import { fileKey } from '../../game/archive/index.ts';
import type { Beatmap } from '../../game/beatmap/index.ts';
import { mergeStoryboards, parseStoryboard, type Storyboard } from '../../game/storyboard/index.ts';
import type { StoryboardInput } from '../scene/index.ts';
import type { FileSource } from './file-source.ts';
import { decodableSize } from './pictures/decodable-size.ts';
import type { PictureSize } from './pictures/picture-size.ts';

/** A map's storyboard with its picture and sound files. */
export interface StoryboardFiles extends StoryboardInput {
  /** The bytes of a picture that `pictureOf` has named; null if they cannot be read. */
  read(image: string): Uint8Array | null;
  /** The size of such a picture. */
  sizeOf(image: string): PictureSize;
}

/** Reads the storyboard of the map and of its set. One that cannot be read is left out. */
export function readStoryboard(beatmap: Beatmap, files: FileSource, onNote: (note: string) => void): Storyboard {
  const name = findOsb(files, beatmap);
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

/** Opens a storyboard's files. If the map uses skin sprites, the skin's files take precedence. */
export function openStoryboardFiles(
  storyboard: Storyboard,
  { files, skin }: { readonly files: FileSource; readonly skin: FileSource | null },
  onNote: (note: string) => void,
): StoryboardFiles {
  const sources = [...(skin ? [skin] : []), files].map((source) => ({ source, namesByKey: namesByKey(source) }));
  const found = new Map<string, { source: FileSource; file: string; size: PictureSize }>();
  const pictures = new Map<string, ReturnType<StoryboardInput['pictureOf']>>();

  function lookUp(path: string, extensions: readonly string[]): { source: FileSource; file: string } | null {
    for (const { source, namesByKey } of sources) {
      for (const extension of ['', ...extensions]) {
        const file = namesByKey.get(fileKey(path + extension));
        if (file !== undefined) return { source, file };
      }
    }
    return null;
  }

  function findPicture(path: string): ReturnType<StoryboardInput['pictureOf']> {
    const location = lookUp(path, ['.png', '.jpg', '.jpeg']);
    if (location === null) return null;
    const bytes = location.source.read(location.file);
    const size = bytes && decodableSize(bytes);
    if (size === null) {
      onNote(`The picture ${JSON.stringify(location.file)} of the storyboard is broken or too large, and left out.`);
      return null;
    }
    const image = `storyboard/${location.file}`;
    found.set(image, { ...location, size });
    return { image, ...size };
  }

  return {
    storyboard,
    pictureOf(path) {
      const cached = pictures.get(path);
      if (cached !== undefined) return cached;
      const picture = findPicture(path);
      pictures.set(path, picture);
      return picture;
    },
    soundOf(path) {
      const location = lookUp(path, ['.wav', '.ogg', '.mp3']);
      return location?.source === files ? { source: 'beatmap', file: location.file } : null;
    },
    read(image) {
      const location = found.get(image);
      return location ? location.source.read(location.file) : null;
    },
    sizeOf(image) {
      const location = found.get(image);
      if (!location) throw new Error(`The picture ${image} was never looked up.`);
      return location.size;
    },
  };
}

/** The .osb file named after the set, or the first one. */
function findOsb({ names }: FileSource, { metadata }: Beatmap): string | undefined {
  const all = names.filter((name) => /\.osb$/i.test(name));
  const expected = fileKey(`${metadata.artist} - ${metadata.title} (${metadata.creator}).osb`);
  return all.find((name) => fileKey(name) === expected) ?? all[0];
}

function namesByKey({ names }: FileSource): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [fileKey(name), name]));
}
