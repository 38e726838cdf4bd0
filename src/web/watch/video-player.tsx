import { useEffect, useRef } from 'preact/hooks';
import type { Analytics, ArtifactLinks } from '../../contract/index.ts';
import type { Playhead } from './playhead.ts';

export interface VideoPlayerProps {
  readonly artifacts: ArtifactLinks;
  /** How song time and the video's time belong together; null while it is not known. */
  readonly clock: Analytics['video'] | null;
  readonly playhead: Playhead;
}

/** The finished video; it moves the playhead and follows where that is sent. */
export function VideoPlayer({ artifacts, clock, playhead }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current!;
    if (!clock) return;
    const { starts_at, clock_rate } = clock;
    let request = 0;
    const tell = () => {
      playhead.moveTo(starts_at + element.currentTime * 1000 * clock_rate);
      request = element.paused ? 0 : requestAnimationFrame(tell);
    };
    const started = () => {
      request ||= requestAnimationFrame(tell);
    };
    for (const event of ['play', 'seeked', 'timeupdate'] as const) element.addEventListener(event, started);
    const forget = playhead.onSeek((t) => {
      element.currentTime = Math.max(0, (t - starts_at) / 1000 / clock_rate);
      element.scrollIntoView({ block: 'nearest' });
    });
    return () => {
      for (const event of ['play', 'seeked', 'timeupdate'] as const) element.removeEventListener(event, started);
      cancelAnimationFrame(request);
      forget();
    };
  }, [clock, playhead]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: nothing is spoken in it.
    <video
      ref={video}
      class="screen"
      controls
      playsInline
      preload="metadata"
      poster={artifacts.thumbnail_url}
      src={artifacts.video_url}
    />
  );
}
