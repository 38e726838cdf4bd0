import type { Mods } from '../../game/mods/index.ts';
import {
  createSkin,
  createSkinSource,
  findSkinIni,
  parseSkinIni,
  type Skin,
  type SkinSource,
} from '../../game/skin/index.ts';
import type { FileSource } from './file-source.ts';
import { decodableSize } from './pictures/decodable-size.ts';
import { pictureSize } from './pictures/picture-header.ts';
import type { PictureSize } from './pictures/picture-size.ts';

/** The files of the skin's layers: beatmap, user, default. */
export interface SkinFiles {
  readonly skin: Skin;
  /** The size of an image that `skin` has named. */
  sizeOf(image: LayerFile): PictureSize | null;
  read(file: LayerFile): Uint8Array | null;
}

/** A file of one layer. */
export interface LayerFile {
  readonly source: SkinSource['name'];
  readonly file: string;
}

/** Which layers provide sounds and cursor. */
export interface SkinFileOptions {
  readonly hitSounds: 'beatmap' | 'skin';
  /** The skin's cursor, or the default one. */
  readonly skinCursor: boolean;
  /** The client whose rules decide between the images of skin and beatmap. */
  readonly rules: Mods['rules'];
  readonly onNote: (note: string) => void;
}

/** The maximum number of pixels of all images together: a skin's animations could fill any memory. */
const maxTotalPx = 64_000_000;

/**
 * Opens the layers of a skin. Pictures that cannot be decoded count as absent, so that the next layer's replace them.
 */
export function openSkinFiles(
  sources: { readonly beatmap: FileSource; readonly user: FileSource | null; readonly default: FileSource },
  { onNote, hitSounds, skinCursor, rules }: SkinFileOptions,
): SkinFiles {
  const sizes = new Map<string, PictureSize | null>();
  let totalPx = 0;

  function read({ source, file }: LayerFile): Uint8Array | null {
    return sources[source]?.read(file) ?? null;
  }

  function sizeOf(image: LayerFile): PictureSize | null {
    const name = `${image.source}/${image.file}`;
    const cached = sizes.get(name);
    if (cached !== undefined) return cached;
    const bytes = read(image);
    // The pictures of the default skin are made by the build; checking them would take a quarter of the time to load a scene.
    let size = bytes && (image.source === 'default' ? pictureSize(bytes) : decodableSize(bytes));
    if (size === null) onNote(`The picture ${JSON.stringify(image.file)} is broken or too large, and left out.`);
    else if (totalPx + size.width * size.height > maxTotalPx) {
      onNote(`The picture ${JSON.stringify(image.file)} is left out: together the pictures of the skin are too large.`);
      size = null;
    }
    if (size !== null) totalPx += size.width * size.height;
    sizes.set(name, size);
    return size;
  }

  function layer(name: SkinSource['name'], files: FileSource): SkinSource {
    const iniName = name === 'beatmap' ? null : findSkinIni(files.names);
    const { ini } = parseSkinIni(iniName === null ? null : files.read(iniName));
    const source = createSkinSource(name, files.names, ini);
    return {
      ...source,
      find(path) {
        const file = source.find(path);
        return file !== null && /\.(png|jpe?g)$/i.test(file) && sizeOf({ source: name, file }) === null ? null : file;
      },
    };
  }

  const layers = {
    beatmap: layer('beatmap', sources.beatmap),
    user: sources.user && layer('user', sources.user),
    default: layer('default', sources.default),
  };
  const skin = createSkin(layers, {
    beatmapSounds: hitSounds === 'beatmap',
    ownCursor: skinCursor,
    sliderCirclesReplaceBeatmaps: rules === 'stable',
  });
  return { skin, sizeOf, read };
}
