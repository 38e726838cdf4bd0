import type { ClipAnswer, ClipMessage } from './messages.ts';

/** How the play goes on at this moment: whether it does, and how many of its milliseconds pass in a real one. */
export type ClipClock = () => { readonly isPlaying: boolean; readonly rate: number };

/** So far a video may be from where it should be before it is sent there: sooner, it would stutter. */
const mostApartMs = 120;
/** Pictures of a video that is playing come this far apart: as many a second as videos have. */
const pictureMs = 1000 / 30;
/** A seek that takes longer is not waited for. */
const patienceMs = 2_000;
/** A video nobody asks for pictures of stands still after so long. */
const idleMs = 500;

/**
 * Plays a video for the stage, unseen and unheard, and answers with its pictures. The browser's own player knows what it
 * can decode, and decodes it in threads of its own.
 */
export function playClip(
  { bytes, port }: { readonly bytes: Uint8Array; readonly port: MessagePort },
  { clock, signal }: { readonly clock: ClipClock; readonly signal: AbortSignal },
): void {
  const video = document.createElement('video');
  const url = URL.createObjectURL(new Blob([Uint8Array.from(bytes)]));
  let shownMs = Number.NaN;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const answer = (message: ClipAnswer, transfer: Transferable[] = []) => port.postMessage(message, transfer);

  async function pictureAt(ms: number): Promise<ImageBitmap | null> {
    const { isPlaying, rate } = clock();
    clearTimeout(idle);
    idle = setTimeout(() => video.pause(), idleMs);
    const isFresh = isPlaying && !video.paused && Math.abs(ms - shownMs) < pictureMs * rate;
    if (isFresh) return null;
    if (isPlaying) await goAlong(ms, rate);
    else {
      video.pause();
      if (ms !== shownMs) await seek(ms);
    }
    shownMs = ms;
    return createImageBitmap(video);
  }

  async function goAlong(ms: number, rate: number): Promise<void> {
    if (video.playbackRate !== rate) video.playbackRate = rate;
    const apart = Math.abs(video.currentTime * 1000 - ms);
    if (video.paused) {
      await seek(ms);
      // Refused where it is paused again at once; the next picture tries anew.
      await video.play().catch(() => {});
    } else if (apart > mostApartMs * Math.max(1, rate) && !video.seeking) video.currentTime = ms / 1000;
  }

  function seek(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      video.addEventListener(
        'seeked',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
      video.currentTime = ms / 1000;
    });
  }

  function close(): void {
    signal.removeEventListener('abort', close);
    port.close();
    clearTimeout(idle);
    video.removeAttribute('src');
    // Without a source, that gives back what was decoded.
    video.load();
    URL.revokeObjectURL(url);
  }

  port.onmessage = async ({ data }: MessageEvent<ClipMessage>) => {
    if (data.kind === 'close') return close();
    const picture = await pictureAt(data.ms).catch(() => null);
    answer({ kind: 'picture', picture }, picture ? [picture] : []);
  };
  video.onloadeddata = () => {
    const { videoWidth: width, videoHeight: height, duration } = video;
    if (width > 0 && height > 0) answer({ kind: 'opened', clip: { width, height, durationMs: duration * 1000 } });
    else answer({ kind: 'refused' });
  };
  video.onerror = () => {
    answer({ kind: 'refused' });
    close();
  };
  signal.addEventListener('abort', close);
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  video.src = url;
}
