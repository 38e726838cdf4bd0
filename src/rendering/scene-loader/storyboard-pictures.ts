import type { Compositor, Picture } from '../compositor/index.ts';
import type { DisplayList, ImageName } from '../scene/index.ts';
import { noPicture } from './pictures/empty-picture.ts';
import { scaledPicture } from './pictures/scaled-picture.ts';
import type { DecodedPicture, DecodePicture } from './platform.ts';
import type { StoryboardFiles } from './storyboard-files.ts';

/** How many decoded pixels are kept, and how many there may be when a single frame needs more. */
const bounds = { keptPx: 24_000_000, mostPx: 48_000_000 };

/** The pictures of a storyboard in a compositor, as many as its frames need and a bounded memory holds. */
export interface StoryboardPictures {
  /** Sees to it that every picture of the storyboard in a list is there. */
  load(list: DisplayList): Promise<void>;
}

interface Options extends Partial<typeof bounds> {
  readonly decode: DecodePicture;
  readonly onNote: (note: string) => void;
}

export function createStoryboardPictures(
  files: Pick<StoryboardFiles, 'read' | 'sizeOf'>,
  compositor: Pick<Compositor, 'width' | 'height' | 'setImage' | 'removeImage'>,
  { decode, onNote, keptPx = bounds.keptPx, mostPx = bounds.mostPx }: Options,
): StoryboardPictures {
  /** How many pixels each takes, in order of use: the first is the one used longest ago. */
  const loaded = new Map<ImageName, number>();
  let px = 0;
  let isCrowded = false;
  const largestPx = 2 * compositor.width * compositor.height;

  /**
   * How many pixels each picture of a frame may take: as many as it has, in drawing order while there is room. It is the
   * frame alone that decides who goes without, never what was there before: a frame is the same however it is reached.
   */
  function allot(needed: ReadonlySet<ImageName>): Map<ImageName, number> {
    const shares = new Map<ImageName, number>();
    let leftPx = mostPx;
    for (const image of needed) {
      const { width, height } = files.sizeOf(image);
      const wantedPx = Math.min(width * height, largestPx);
      const isIn = wantedPx <= leftPx;
      if (!isIn && !isCrowded) onNote('Some pictures of the storyboard are left out: all together are too large.');
      isCrowded ||= !isIn;
      shares.set(image, isIn ? wantedPx : 0);
      if (isIn) leftPx -= wantedPx;
    }
    return shares;
  }

  async function add(image: ImageName, share: number): Promise<void> {
    const bytes = share > 0 ? files.read(image) : null;
    const decoded = bytes && (await decode(bytes));
    const picture = decoded && within(decoded, largestPx);
    compositor.setImage(image, picture ? { ...picture, sharp: true } : noPicture);
    loaded.set(image, share);
    px += share;
  }

  function drop(image: ImageName): void {
    compositor.removeImage(image);
    px -= loaded.get(image)!;
    loaded.delete(image);
  }

  function makeRoom(share: number, needed: ReadonlyMap<ImageName, number>): void {
    if (px + share <= keptPx) return;
    for (const image of [...loaded.keys()]) {
      // Half of it at once, so that not every next picture has to look for room.
      if (px + share <= keptPx / 2) break;
      if (!needed.has(image)) drop(image);
    }
  }

  return {
    async load(list) {
      const needed = new Set<ImageName>();
      for (const item of list.items) {
        if (item.kind === 'sprite' && item.image.startsWith('storyboard/')) needed.add(item.image);
      }
      const shares = allot(needed);
      // First those that have more than they may, or too little: their room may be what others get.
      for (const [image, share] of shares) {
        const has = loaded.get(image);
        if (has !== undefined && has !== share) drop(image);
      }
      for (const [image, share] of shares) {
        if (!loaded.has(image)) {
          makeRoom(share, shares);
          await add(image, share);
          continue;
        }
        loaded.delete(image);
        loaded.set(image, share);
      }
    },
  };
}

/** Scaled down where it has more pixels than are wanted. */
function within(picture: DecodedPicture, mostPx: number): Picture {
  const density = Math.min(1, Math.sqrt(mostPx / (picture.width * picture.height)));
  const width = Math.max(1, Math.round(picture.width * density));
  const height = Math.max(1, Math.round(picture.height * density));
  return { ...scaledPicture(picture, { width, height }), density: width / picture.width };
}
