import type { StoryboardVideo } from '../../game/storyboard/index.ts';
import type { Millis } from '../../game/units.ts';
import type { Compositor, Picture } from '../compositor/index.ts';
import { type DisplayList, type VideoInput, videoImageName } from '../scene/index.ts';
import type { FileSource } from './file-source.ts';
import type { Platform, VideoClip } from './platform.ts';

/** A map's video file, with its start time and storyboard commands. */
export interface VideoFile extends StoryboardVideo {
  readonly bytes: Uint8Array;
}

/** Finds the first video of a map that exists; null, with a note, if the background image must do. */
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

/** A background video whose frames go into a compositor. */
export interface BackgroundVideo {
  readonly input: VideoInput;
  /** Loads the video frame of a time into the compositor, if the list draws it. */
  load(list: DisplayList, t: Millis): Promise<void>;
  /** Ends a `load` in progress, too; the compositor has no frame of the video from then on. */
  close(): Promise<void>;
}

/** What opening a video needs from the platform. */
export interface BackgroundVideoOptions {
  readonly openClip: NonNullable<Platform['openClip']>;
  readonly fallback: Picture;
  readonly onNote: (note: string) => void;
}

/**
 * Opens a video; null if it cannot be decoded at all. `fallback` is drawn at times whose frame cannot be decoded, and
 * only there: a frame must not depend on earlier requests, or segments of a video would not fit together.
 */
export async function openBackgroundVideo(
  { file, bytes, offset, timeline }: VideoFile,
  compositor: Compositor,
  { openClip, fallback, onNote }: BackgroundVideoOptions,
): Promise<BackgroundVideo | null> {
  const opened = await openClip(bytes, compositor);
  if (opened === null) {
    onNote(`The video ${JSON.stringify(file)} is broken, too large or of an unknown format: the background is shown.`);
    return null;
  }
  const { width, height, durationMs } = opened;
  let clip: VideoClip | null = opened;
  let current: object | null = null;
  let hasReported = false;
  let isClosed = false;

  async function pictureAt(ms: Millis) {
    clip ??= await openClip(bytes, compositor);
    if (clip === null) throw new Error('The video cannot be opened again.');
    // It was closed while it was being opened.
    if (isClosed) await release();
    else return clip.pictureAt(ms);
  }

  /** Releases the video; a later request opens it again. */
  async function release(): Promise<void> {
    const closing = clip;
    clip = null;
    if (current) compositor.removeImage(videoImageName);
    current = null;
    await closing?.close();
  }

  function showPicture(picture: Pick<Picture, 'width' | 'height' | 'rgba'>): void {
    if (picture === current) return;
    compositor.setImage(videoImageName, { ...picture, density: 1, sharp: true });
    current = picture;
  }

  return {
    input: { width, height, start: offset, end: offset + durationMs, timeline },
    async load(list, t) {
      if (!list.items.some((item) => item.kind === 'sprite' && item.image === videoImageName)) {
        if (t >= offset + durationMs && clip) await release();
        return;
      }
      if (isClosed) return;
      try {
        const picture = await pictureAt(t - offset);
        if (picture && !isClosed) showPicture(picture);
      } catch {
        if (isClosed) return;
        if (!hasReported)
          onNote(`The video ${JSON.stringify(file)} is broken at ${Math.round(t)} ms: the background is shown there.`);
        hasReported = true;
        showPicture(fallback);
      }
    },
    close() {
      isClosed = true;
      return release();
    },
  };
}
