import type { SkinImage } from '../../game/skin/index.ts';
import type { Compositor, Picture } from '../compositor/index.ts';
import type { DisplayList, ImageName } from '../scene/index.ts';
import { emptyPicture } from './pictures/empty-picture.ts';
import { scaledPicture } from './pictures/scaled-picture.ts';
import type { DecodedPicture, DecodePicture } from './platform.ts';
import type { SkinFiles } from './skin-files.ts';

/** The skin's pictures in a compositor: each is decoded when a frame first needs it, and stays. */
export interface SkinPictures {
  /** Loads every skin picture of a list. */
  load(list: DisplayList): Promise<void>;
  /** Loads all of them, so that no frame waits. */
  loadAll(): Promise<void>;
}

/** The decoder has four threads. More pictures at once would only use more memory. */
const maxConcurrent = 4;

/** Smaller pictures need little memory, and many of them are drawn enlarged. */
const largePx = 500_000;

interface SkinPictureOptions {
  readonly skinFiles: Pick<SkinFiles, 'read' | 'sizeOf'>;
  readonly compositor: Pick<Compositor, 'setImage'>;
  readonly decode: DecodePicture;
  /** Screen pixels per skin pixel. */
  readonly uiPx: number;
}

/** Prepares the loading of the skin's pictures into a compositor. */
export function createSkinPictures(
  used: ReadonlyMap<ImageName, SkinImage>,
  { skinFiles, compositor, decode, uiPx }: SkinPictureOptions,
): SkinPictures {
  const notLoaded = new Map(used);
  /** A large picture is in memory twice while it is scaled, so they are loaded one at a time. */
  let largeQueue: Promise<unknown> = Promise.resolve();

  async function add(name: ImageName): Promise<void> {
    const image = notLoaded.get(name);
    if (image === undefined) return;
    notLoaded.delete(name);
    compositor.setImage(name, (await pictureOf(image)) ?? emptyPicture);
  }

  /** Large pictures, such as spinners and panels, are scaled down to the size they are drawn at. */
  async function pictureOf(image: SkinImage): Promise<Picture | null> {
    const bytes = skinFiles.read(image);
    const size = skinFiles.sizeOf(image);
    if (bytes === null || size === null) return null;
    if (size.width * size.height <= largePx) return withDensity(await decode(bytes), image);
    const picture = largeQueue.then(() => decode(bytes)).then((decoded) => decoded && fitToScreen(decoded, image));
    const ignore = () => {};
    largeQueue = picture.then(ignore, ignore);
    return picture;
  }

  function withDensity(picture: DecodedPicture | null, { scale }: SkinImage): Picture | null {
    return picture && { ...picture, density: 1 / scale };
  }

  function fitToScreen(picture: DecodedPicture, image: SkinImage): Picture | null {
    const drawnScale = uiPx * image.scale;
    if (drawnScale >= 1) return withDensity(picture, image);
    const width = Math.max(1, Math.round(picture.width * drawnScale));
    const height = Math.max(1, Math.round(picture.height * drawnScale));
    return { ...scaledPicture(picture, { width, height }), density: width / picture.width / image.scale };
  }

  async function addAll(names: Iterable<ImageName>): Promise<void> {
    const remaining = names[Symbol.iterator]();
    const addRest = async () => {
      for (let next = remaining.next(); !next.done; next = remaining.next()) await add(next.value);
    };
    await Promise.all(Array.from({ length: maxConcurrent }, addRest));
  }

  return {
    async load(list) {
      if (notLoaded.size === 0) return;
      const missing = missingIn(list, notLoaded);
      if (missing.size > 0) await addAll(missing);
    },
    loadAll: () => addAll([...notLoaded.keys()]),
  };
}

/** The pictures of a list that are not loaded yet. */
function missingIn({ items }: DisplayList, notLoaded: ReadonlyMap<ImageName, SkinImage>): Set<ImageName> {
  const missing = new Set<ImageName>();
  let last: ImageName | null = null;
  const add = ({ image }: { readonly image: ImageName }) => {
    // Particles and trails repeat one picture many times in a row.
    if (image !== last && notLoaded.has(image)) missing.add(image);
    last = image;
  };
  for (const item of items) {
    if (item.kind === 'sprite' || item.kind === 'motion') add(item);
    if (item.kind === 'motion')
      for (const look of item.looks) if (look?.image !== undefined) add({ image: look.image });
    if (item.kind === 'streak') item.sprites.forEach(add);
  }
  return missing;
}
