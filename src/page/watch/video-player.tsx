import { useEffect, useRef, useState } from 'preact/hooks';
import type { Analytics, Job } from '../../contract/index.ts';
import { Controls } from '../player/controls.tsx';
import { toggleFullScreen } from '../player/full-screen.ts';
import type { Playable } from '../player/playable.ts';
import type { Playhead } from '../player/playhead.ts';

export interface VideoPlayerProps {
  readonly job: Pick<Job, 'artifacts' | 'config'>;
  /** Maps song time to video time; null until the analytics are loaded. */
  readonly clock: Analytics['video'] | null;
  readonly playhead: Playhead;
}

/** Plays the finished video; moves the playhead and follows its seeks. */
export function VideoPlayer({ job, clock, playhead }: VideoPlayerProps) {
  const { artifacts, config } = job;
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [playable, setPlayable] = useState<Playable | null>(null);
  useEffect(() => {
    const element = video.current;
    if (!isLoaded || element === null) return;
    const next = playableOf(element, clock);
    // Continue where the live preview stopped.
    if (clock && playhead.wasMoved) next.seek(playhead.now);
    setPlayable(next);
    return clock === null ? undefined : playhead.onSeek(() => element.scrollIntoView({ block: 'nearest' }));
  }, [isLoaded, clock, playhead]);
  const toggle = () => {
    if (playable?.isPlaying) playable.pause();
    else void playable?.play();
  };
  return (
    <div ref={box} class={config.settings.vertical ? 'player vertical' : 'player'}>
      {/* biome-ignore lint/a11y/useMediaCaption: the video has no speech. */}
      <video
        ref={video}
        class="screen"
        playsInline
        preload="metadata"
        poster={artifacts.thumbnail_url}
        src={artifacts.video_url}
        onLoadedMetadata={() => setLoaded(true)}
        onClick={toggle}
        onDblClick={() => void toggleFullScreen(box.current)}
      />
      <Controls playable={playable} playhead={playhead} onFullScreen={() => void toggleFullScreen(box.current)} />
    </div>
  );
}

/** The video as the controls see it; without a clock, its own time is taken as song time. */
function playableOf(video: HTMLVideoElement, clock: Analytics['video'] | null): Playable {
  const start = clock?.starts_at ?? 0;
  const rate = clock?.clock_rate ?? 1;
  const end = start + video.duration * 1000 * rate;
  return {
    span: { start, end },
    rate,
    elapsedAt: (t) => (t - start) / rate,
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
