import { useEffect, useRef, useState } from 'preact/hooks';
import type { Analytics, Job } from '../../contract/index.ts';
import { Controls, toggleFullScreen } from '../player/controls.tsx';
import type { Playable } from '../player/playable.ts';
import type { Playhead } from './playhead.ts';

export interface VideoPlayerProps {
  readonly job: Pick<Job, 'artifacts' | 'config'>;
  /** How song time and the video's time belong together; null while it is not known. */
  readonly clock: Analytics['video'] | null;
  readonly playhead: Playhead;
}

/** The finished video; it moves the playhead and follows where that is sent. */
export function VideoPlayer({ job, clock, playhead }: VideoPlayerProps) {
  const { artifacts, config } = job;
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [playable, setPlayable] = useState<Playable | null>(null);
  useEffect(() => {
    if (!isLoaded) return;
    const next = playableOf(video.current!, clock);
    // Somebody who has watched the play live goes on where they were.
    if (clock && playhead.wasMoved) next.seek(playhead.now);
    setPlayable(next);
    return clock === null ? undefined : playhead.onSeek(() => video.current!.scrollIntoView({ block: 'nearest' }));
  }, [isLoaded, clock, playhead]);
  const toggle = () => {
    if (playable?.isPlaying) playable.pause();
    else void playable?.play();
  };
  return (
    <div ref={box} class={config.settings.vertical ? 'player upright' : 'player'}>
      {/* biome-ignore lint/a11y/useMediaCaption: nothing is spoken in it. */}
      <video
        ref={video}
        class="screen"
        playsInline
        preload="metadata"
        poster={artifacts.thumbnail_url}
        src={artifacts.video_url}
        onLoadedMetadata={() => setLoaded(true)}
        onClick={toggle}
      />
      <Controls playable={playable} playhead={playhead} onFullScreen={() => void toggleFullScreen(box.current!)} />
    </div>
  );
}

/** A video as the controls see it; without a clock its own time stands for the song's. */
function playableOf(video: HTMLVideoElement, clock: Analytics['video'] | null): Playable {
  const start = clock?.starts_at ?? 0;
  const rate = clock?.clock_rate ?? 1;
  const end = start + video.duration * 1000 * rate;
  return {
    span: { start, end },
    rate,
    now: () => start + video.currentTime * 1000 * rate,
    get isPlaying() {
      return !video.paused && !video.ended;
    },
    play: () => video.play().catch(() => {}),
    pause: () => video.pause(),
    seek(t) {
      video.currentTime = Math.max(0, Math.min(t, end) - start) / 1000 / rate;
    },
    setSpeed(speed) {
      video.playbackRate = speed;
    },
    setVolume(volume) {
      video.volume = volume;
    },
  };
}
