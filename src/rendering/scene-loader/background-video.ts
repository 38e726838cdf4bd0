import type { StoryboardVideo } from '../../game/storyboard/index.ts';
import type { Millis } from '../../game/units.ts';
import type { Compositor, Picture } from '../compositor/index.ts';
import { type DisplayList, type VideoInput, videoImage } from '../scene/index.ts';
import type { FileSource } from './file-source.ts';
import type { Platform, VideoClip } from './platform.ts';

/** The bytes of a map's video, and what the map says of it. */
export interface VideoFile extends StoryboardVideo {
  readonly bytes: Uint8Array;
}

/** The first video of a map that is there; null, and a note, where the background has to do. */
export function findVideo(
  videos: readonly StoryboardVideo[],
  files: FileSource,
  onNote: (note: string) => void,
): VideoFile | null {
  for (const video of videos) {
    const bytes = files.read(video.file);
    if (bytes !== null) return { ...video, bytes };
    onNote(`The video ${JSON.stringify(video.file)} is not in the set: the background is shown.`);
  }
  return null;
}

/** A video that is shown in a compositor. */
export interface BackdropVideo {
  readonly input: VideoInput;
  /** Sees to it that the picture of a moment is there if the list shows it. */
  load(list: DisplayList, t: Millis): Promise<void>;
  close(): Promise<void>;
}

export interface BackdropOptions {
  readonly openClip: NonNullable<Platform['openClip']>;
  readonly fallback: Picture;
  readonly onNote: (note: string) => void;
}

/**
 * `fallback` is shown at the moments whose picture cannot be had, and at no others: what was asked for before must not
 * tell, or parts of a video that are made apart would not fit. Null where no picture can be had at all.
 */
export async function openBackdropVideo(
  { file, bytes, offset, timeline }: VideoFile,
  compositor: Compositor,
  { openClip, fallback, onNote }: BackdropOptions,
): Promise<BackdropVideo | null> {
  const opened = await openClip(bytes, compositor);
  if (opened === null) {
    onNote(`The video ${JSON.stringify(file)} is broken, too large or of an unknown kind: the background is shown.`);
    return null;
  }
  const { width, height, durationMs } = opened;
  let clip: VideoClip | null = opened;
  let shown: object | null = null;
  let isKnownBroken = false;

  async function pictureAt(ms: Millis) {
    clip ??= await openClip(bytes, compositor);
    if (clip === null) throw new Error('A video that could be opened cannot be opened again.');
    return clip.pictureAt(ms);
  }

  /** Gives back all that the video holds; a moment of it that is asked for again has it opened anew. */
  async function close(): Promise<void> {
    const closed = clip;
    clip = null;
    if (shown) compositor.removeImage(videoImage);
    shown = null;
    await closed?.close();
  }

  function show(picture: Pick<Picture, 'width' | 'height' | 'rgba'>): void {
    if (picture === shown) return;
    compositor.setImage(videoImage, { ...picture, density: 1, sharp: true });
    shown = picture;
  }

  return {
    input: { width, height, start: offset, end: offset + durationMs, timeline },
    async load(list, t) {
      if (!list.items.some((item) => item.kind === 'sprite' && item.image === videoImage)) {
        if (t >= offset + durationMs && clip) await close();
        return;
      }
      try {
        show(await pictureAt(t - offset));
      } catch {
        if (!isKnownBroken)
          onNote(`The video ${JSON.stringify(file)} is broken at ${Math.round(t)} ms: the background is shown there.`);
        isKnownBroken = true;
        show(fallback);
      }
    },
    close,
  };
}
