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
import type { PictureSize } from './pictures/picture-size.ts';

/** The files a play is shown and heard with, in their layers. */
export interface SkinFiles {
  readonly skin: Skin;
  /** The size of an image `skin` has named. */
  sizeOf(image: LayerFile): PictureSize | null;
  read(file: LayerFile): Uint8Array | null;
}

export interface LayerFile {
  readonly source: SkinSource['name'];
  readonly file: string;
}

export interface SkinChoices {
  readonly hitSounds: 'beatmap' | 'skin';
  /** Whose cursor: the skin's, or our own. */
  readonly skinCursor: boolean;
  readonly onNote: (note: string) => void;
}

/** All images of a skin that are shown; some animations of it alone could fill any memory. */
const mostPx = 64_000_000;

/** Pictures that cannot be shown count as absent, so that the next layer's take their place. */
export function openSkinFiles(
  sources: { readonly beatmap: FileSource; readonly user: FileSource | null; readonly default: FileSource },
  { onNote, hitSounds, skinCursor }: SkinChoices,
): SkinFiles {
  const sizes = new Map<string, PictureSize | null>();
  let totalPx = 0;

  function read({ source, file }: LayerFile): Uint8Array | null {
    return sources[source]?.read(file) ?? null;
  }

  function sizeOf(image: LayerFile): PictureSize | null {
    const name = `${image.source}/${image.file}`;
    const known = sizes.get(name);
    if (known !== undefined) return known;
    const bytes = read(image);
    let size = bytes && decodableSize(bytes);
    if (size === null) onNote(`The picture ${JSON.stringify(image.file)} is broken or too large, and left out.`);
    else if (totalPx + size.width * size.height > mostPx) {
      onNote(`The picture ${JSON.stringify(image.file)} is left out: all together are too large.`);
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
  const skin = createSkin(layers, { beatmapSounds: hitSounds === 'beatmap', ownCursor: skinCursor });
  return { skin, sizeOf, read };
}
