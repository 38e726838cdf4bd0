import type { SkinImage } from '../../game/skin/index.ts';
import type { Compositor, Picture } from '../compositor/index.ts';
import type { DisplayList, ImageName } from '../scene/index.ts';
import { noPicture } from './pictures/empty-picture.ts';
import { scaledPicture } from './pictures/scaled-picture.ts';
import type { DecodedPicture, DecodePicture } from './platform.ts';
import type { SkinFiles } from './skin-files.ts';

/** The pictures of a skin in a compositor: each is decoded when a frame needs it first, and stays. */
export interface SkinPictures {
  /** Sees to it that every picture of the skin in a list is there. */
  load(list: DisplayList): Promise<void>;
  /** All there are, so that no moment has to wait for one. */
  loadAll(): Promise<void>;
}

/** Decoding has threads of its own, four of them. More at once would only lie in memory together. */
const atOnce = 4;

/** Smaller ones take little, and many of them are drawn larger than they are. */
const largePx = 500_000;

interface Room {
  readonly skinFiles: Pick<SkinFiles, 'read' | 'sizeOf'>;
  readonly compositor: Pick<Compositor, 'setImage'>;
  readonly decode: DecodePicture;
  /** Screen pixels a skin pixel. */
  readonly uiPx: number;
}

export function createSkinPictures(
  used: ReadonlyMap<ImageName, SkinImage>,
  { skinFiles, compositor, decode, uiPx }: Room,
): SkinPictures {
  const waiting = new Map(used);
  /** A large one on its way lies in memory twice over: they come one after the other. */
  let large: Promise<unknown> = Promise.resolve();

  async function add(name: ImageName): Promise<void> {
    const image = waiting.get(name);
    if (image === undefined) return;
    waiting.delete(name);
    compositor.setImage(name, (await pictureOf(image)) ?? noPicture);
  }

  /** Large pictures, spinners and panels, have as many pixels as the screen shows of them, and no more. */
  async function pictureOf(image: SkinImage): Promise<Picture | null> {
    const bytes = skinFiles.read(image);
    const size = skinFiles.sizeOf(image);
    if (bytes === null || size === null) return null;
    if (size.width * size.height <= largePx) return plainly(await decode(bytes), image);
    const picture = large.then(() => decode(bytes)).then((decoded) => decoded && fitted(decoded, image));
    const isThere = () => {};
    large = picture.then(isThere, isThere);
    return picture;
  }

  function plainly(picture: DecodedPicture | null, { scale }: SkinImage): Picture | null {
    return picture && { ...picture, density: 1 / scale };
  }

  function fitted(picture: DecodedPicture, image: SkinImage): Picture | null {
    const shown = uiPx * image.scale;
    if (shown >= 1) return plainly(picture, image);
    const width = Math.max(1, Math.round(picture.width * shown));
    const height = Math.max(1, Math.round(picture.height * shown));
    return { ...scaledPicture(picture, { width, height }), density: width / picture.width / image.scale };
  }

  async function addAll(names: Iterable<ImageName>): Promise<void> {
    const left = names[Symbol.iterator]();
    const addRest = async () => {
      for (let next = left.next(); !next.done; next = left.next()) await add(next.value);
    };
    await Promise.all(Array.from({ length: atOnce }, addRest));
  }

  return {
    async load(list) {
      if (waiting.size === 0) return;
      const needed = neededOf(list, waiting);
      if (needed.size > 0) await addAll(needed);
    },
    loadAll: () => addAll([...waiting.keys()]),
  };
}

/** Those pictures of a list that are waited for. */
function neededOf({ items }: DisplayList, waiting: ReadonlyMap<ImageName, SkinImage>): Set<ImageName> {
  const needed = new Set<ImageName>();
  let last: ImageName | null = null;
  const need = ({ image }: { readonly image: ImageName }) => {
    // Sparks and trails are many of one picture in a row.
    if (image !== last && waiting.has(image)) needed.add(image);
    last = image;
  };
  for (const item of items) {
    if (item.kind === 'sprite' || item.kind === 'motion') need(item);
    if (item.kind === 'streak') item.sprites.forEach(need);
  }
  return needed;
}
