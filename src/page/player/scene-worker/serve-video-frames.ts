import type { VideoRequest, VideoResponse } from './messages.ts';

/** Whether the replay is playing, and how many milliseconds of it pass per real millisecond. */
export type VideoClock = () => { readonly isPlaying: boolean; readonly rate: number };

/** The video may drift this far before it is corrected by a seek; correcting sooner makes it stutter. */
const maxDriftMs = 120;
/** Frames of a playing video are sent this far apart: most videos have 30 per second. */
const frameMs = 1000 / 30;
/** A seek takes seconds on a busy machine. */
const seekTimeoutMs = 10_000;
/** The video pauses when no frame has been requested for this long. */
const idleTimeoutMs = 500;

export interface ServeVideoOptions {
  readonly clock: VideoClock;
  readonly signal: AbortSignal;
  /** The requested frame of a paused video arrived after the response: draw again. */
  readonly onLate: () => void;
}

/**
 * Plays a video for the scene worker in an invisible, muted element and sends its frames. The browser's own player knows
 * what it can decode, and decodes in its own threads.
 */
export function serveVideoFrames(
  { bytes, port }: { readonly bytes: Uint8Array; readonly port: MessagePort },
  { clock, signal, onLate }: ServeVideoOptions,
): void {
  const video = document.createElement('video');
  const url = URL.createObjectURL(new Blob([Uint8Array.from(bytes)]));
  let sentMs = Number.NaN;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  const respond = (message: VideoResponse, transfer: Transferable[] = []) => port.postMessage(message, transfer);

  async function frameAt(ms: number): Promise<ImageBitmap | null> {
    const { isPlaying, rate } = clock();
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => video.pause(), idleTimeoutMs);
    const isCurrent = isPlaying && !video.paused && Math.abs(ms - sentMs) < frameMs * rate;
    if (isCurrent) return null;
    if (isPlaying) await playAlong(ms, rate);
    else {
      video.pause();
      if (ms !== sentMs && !(await seekPaused(ms))) return null;
    }
    sentMs = ms;
    return createImageBitmap(video);
  }

  /** On a busy machine, a seek may end before its frame is presented. The frame is then drawn as soon as it is presented. */
  async function seekPaused(ms: number): Promise<boolean> {
    let hasArrived = false;
    video.requestVideoFrameCallback?.(() => {
      if (hasArrived && sentMs === ms && !signal.aborted) onLate();
    });
    hasArrived = await seek(ms);
    return hasArrived;
  }

  async function playAlong(ms: number, rate: number): Promise<void> {
    if (video.playbackRate !== rate) video.playbackRate = rate;
    const driftMs = Math.abs(video.currentTime * 1000 - ms);
    if (video.paused) {
      await seek(ms);
      // Rejected if the video is paused again at once; the next frame tries again.
      await video.play().catch(() => {});
    } else if (driftMs > maxDriftMs * Math.max(1, rate) && !video.seeking) video.currentTime = ms / 1000;
  }

  /** Resolves to whether the video has arrived at this time. */
  function seek(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasArrived: boolean) => {
        clearTimeout(timer);
        video.removeEventListener('seeked', onSeeked);
        resolve(hasArrived);
      };
      // The event of an earlier seek may come while this one is in progress.
      const onSeeked = () => {
        if (!video.seeking) end(true);
      };
      const timer = setTimeout(() => {
        end(false);
        // A later seek replaces this one, and its event comes first.
        video.addEventListener('seeked', onLate, { once: true, signal });
      }, seekTimeoutMs);
      video.addEventListener('seeked', onSeeked);
      video.currentTime = ms / 1000;
    });
  }

  function close(): void {
    signal.removeEventListener('abort', close);
    port.close();
    clearTimeout(idleTimer);
    video.removeAttribute('src');
    // Loading without a source releases the decoded data.
    video.load();
    URL.revokeObjectURL(url);
  }

  port.onmessage = async ({ data }: MessageEvent<VideoRequest>) => {
    if (data.kind === 'close') return close();
    const frame = await frameAt(data.ms).catch(() => null);
    respond({ kind: 'frame', frame }, frame ? [frame] : []);
  };
  video.onloadeddata = () => {
    const { videoWidth: width, videoHeight: height, duration } = video;
    if (width > 0 && height > 0) respond({ kind: 'opened', video: { width, height, durationMs: duration * 1000 } });
    else respond({ kind: 'unsupported' });
  };
  video.onerror = () => {
    respond({ kind: 'unsupported' });
    close();
  };
  signal.addEventListener('abort', close);
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  video.src = url;
}
