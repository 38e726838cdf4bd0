import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Analytics, Job } from '../../contract/index.ts';
import { renderOptionsOf } from '../../contract/settings/index.ts';
import { linkTo } from '../link-to.ts';
import { Controls } from './controls/controls.tsx';
import { toggleFullScreen } from './controls/full-screen.ts';
import { Icon } from './controls/icons.tsx';
import type { Playable } from './playable.ts';
import type { Playhead } from './playhead.ts';
import { videoHoverPicture } from './video-hover-picture.ts';
import { type MarkedAnalytics, videoMarks } from './video-marks.ts';
import { videoTimesOf } from './video-times.ts';

interface VideoPlayerProps {
  readonly job: Pick<Job, 'job_id' | 'artifacts' | 'config'>;
  /** Null until they are loaded. */
  readonly analytics: (Pick<Analytics, 'video'> & MarkedAnalytics) | null;
  readonly playhead: Playhead;
  /** Starts playback at once. */
  readonly autoPlay?: boolean;
  /** Called when playback starts and stops. */
  readonly onPlaying?: (isPlaying: boolean) => void;
}

/** Plays the finished video; moves the playhead and follows its seeks. */
export function VideoPlayer({ job, analytics, playhead, autoPlay = false, onPlaying }: VideoPlayerProps) {
  const { job_id, artifacts, config } = job;
  const clock = analytics?.video ?? null;
  const { fps } = renderOptionsOf(config);
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [wasPlayed, setPlayed] = useState(false);
  const [playable, setPlayable] = useState<Playable | null>(null);
  /** Where the live preview stopped. Without a clock, the playhead does not have song time. */
  const continueAt = useRef(playhead.wasMoved ? playhead.now : null);
  useEffect(() => {
    if (isLoaded && video.current && !playhead.wasMoved && playhead.linkedMs !== null) {
      video.current.currentTime = playhead.linkedMs / 1000;
    }
  }, [isLoaded]);
  useEffect(() => {
    const element = video.current;
    if (!isLoaded || element === null) return;
    const next = playableOf(element, { clock, fps });
    if (clock && continueAt.current !== null) {
      next.seek(continueAt.current);
      continueAt.current = null;
    }
    setPlayable(next);
    // The clock of the video may come later; the viewer may have stopped the video by then.
    if (autoPlay && playable === null) void next.play();
    if (clock === null) return;
    return playhead.onSeek((_, by) => by === 'other' && box.current?.scrollIntoView({ block: 'nearest' }));
  }, [isLoaded, clock, playhead]);
  const marks = useMemo(() => analytics && clock && videoMarks(analytics), [analytics]);
  const openPicture = useMemo(
    () => playable && (() => videoHoverPicture(artifacts.video_url, playable.elapsedAt)),
    [playable, artifacts.video_url],
  );
  const link = useMemo(
    () => playable && { url: location.origin + linkTo(`/view/${job_id}`), positionAt: playable.elapsedAt },
    [playable, job_id],
  );
  const fullScreen = () => void toggleFullScreen(box.current);
  const toggle = () => {
    if (playable?.isPlaying) playable.pause();
    else void playable?.play();
  };
  return (
    <div ref={box} class={config.settings.vertical ? 'player vertical' : 'player'}>
      <div class="player-screen">
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
          onDblClick={fullScreen}
        />
        {/* No button, which would hide the menu of the video. */}
        {playable && !wasPlayed && (
          <span class="play-overlay">
            <Icon of="play" />
          </span>
        )}
      </div>
      <Controls
        playable={playable}
        playhead={playhead}
        onFullScreen={fullScreen}
        marks={marks}
        openPicture={openPicture}
        link={link}
        onPlaying={(playing) => {
          if (playing) setPlayed(true);
          onPlaying?.(playing);
        }}
      />
    </div>
  );
}

interface VideoTiming {
  /** Maps song time to video time; null: the video's own time is taken as song time. */
  readonly clock: Analytics['video'] | null;
  readonly fps: number;
}

/** The video as the controls see it. */
function playableOf(video: HTMLVideoElement, { clock, fps }: VideoTiming): Playable {
  const { span, elapsedAt, timeAt } = videoTimesOf(clock, video.duration * 1000);
  return {
    span,
    elapsedAt,
    timeAt,
    frameMs: 1000 / fps,
    now: () => timeAt(video.currentTime * 1000),
    get isPlaying() {
      return !video.paused && !video.ended;
    },
    play: () => video.play().catch(() => {}),
    pause: () => video.pause(),
    seek(t) {
      video.currentTime = Math.max(0, elapsedAt(Math.min(t, span.end))) / 1000;
    },
    setSpeed(speed) {
      video.playbackRate = speed;
    },
    setVolume(volume) {
      video.volume = volume;
    },
  };
}
