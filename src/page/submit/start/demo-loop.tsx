import loopUrl from 'build-output/demo-pictures/assets/demo-pictures/loop.mp4?url';
import posterUrl from 'build-output/demo-pictures/assets/demo-pictures/loop.webp?url';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../player/controls/icons.tsx';
import { words } from '../../words/index.ts';
import { allowsMotion } from './motion-preference.ts';

/**
 * A silent loop of the demo. Only its first picture belongs to the first view; the video is loaded when the page has
 * nothing else to do, or on request if the visitor prefers reduced motion or saves data.
 */
export function DemoLoop() {
  const { submit } = words;
  const video = useRef<HTMLVideoElement>(null);
  const [source, setSource] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);

  async function load(signal?: AbortSignal): Promise<void> {
    try {
      const response = await fetch(loopUrl, signal ? { signal } : {});
      // Safari plays a video only from a server with range requests, or from memory.
      if (response.ok) setSource(URL.createObjectURL(await response.blob()));
    } catch {
      // The still picture stays.
    }
  }

  useEffect(() => {
    if (!allowsMotion()) return;
    const unmounted = new AbortController();
    const cancel = whenIdle(() => void load(unmounted.signal));
    return () => {
      cancel();
      unmounted.abort();
    };
  }, []);
  useEffect(() => () => (source === null ? undefined : URL.revokeObjectURL(source)), [source]);

  function toggle(): void {
    if (source === null) void load();
    else if (isMoving) video.current?.pause();
    else void video.current?.play();
  }

  return (
    <div class="demo-loop">
      <video
        ref={video}
        src={source ?? undefined}
        poster={posterUrl}
        width={640}
        height={360}
        muted
        loop
        playsInline
        autoPlay
        disablePictureInPicture
        tabIndex={-1}
        aria-label={submit.loop}
        onPlay={() => setMoving(true)}
        onPause={() => setMoving(false)}
      />
      <button type="button" aria-label={isMoving ? submit.pauseLoop : submit.playLoop} onClick={toggle}>
        <Icon of={isMoving ? 'pause' : 'play'} />
      </button>
    </div>
  );
}

/** Calls back when the page is loaded and idle; returns a function that cancels this. */
function whenIdle(callback: () => void): () => void {
  const waiting = new AbortController();
  const wait = () => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) setTimeout(() => waiting.signal.aborted || callback(), 500);
    else requestIdleCallback(() => waiting.signal.aborted || callback(), { timeout: 5000 });
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true, signal: waiting.signal });
  return () => waiting.abort();
}
