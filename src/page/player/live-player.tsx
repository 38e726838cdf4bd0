import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ErrorNotice } from '../error-notice.tsx';
import { useSkinUploads } from '../skins/skin-uploads.ts';
import { words } from '../words/index.ts';
import { openReplayAudio, type ReplayAudio } from './audio/replay-audio.ts';
import { Controls } from './controls.tsx';
import { toggleFullScreen } from './full-screen.ts';
import { Icon } from './icons.tsx';
import type { Playhead } from './playhead.ts';
import { type SceneWorker, startSceneWorker } from './scene-worker/client.ts';
import type { LiveOptions, ReplayFiles } from './scene-worker/messages.ts';
import { loadSkin, type SelectedSkin, SkinMenu } from './skin-menu.tsx';
import { SoundOffset } from './sound-offset.tsx';

export interface LivePlayerProps {
  /** Must not change: another replay needs another player. */
  readonly files: ReplayFiles;
  /** Must stay the same object while the options are the same. */
  readonly options: LiveOptions;
  /** The skin until the viewer selects another one here. */
  readonly skin: string;
  /** Receives a stored skin selected here; the parent then passes it back as `skin`. */
  readonly onSkin?: (name: string) => void;
  readonly playhead: Playhead;
  /** Starts playback at once if the browser allows sound. */
  readonly autoPlay?: boolean;
  readonly onPlaying?: (isPlaying: boolean) => void;
}

/** Dragging a slider changes the options many times; only the last change is applied. */
const lookChangeDelayMs = 200;

interface RunningPlayer {
  readonly worker: SceneWorker;
  readonly audio: ReplayAudio;
}

/** Plays a replay live, drawn by the code that renders the video. */
export function LivePlayer({
  files,
  options,
  playhead,
  autoPlay = false,
  onSkin,
  onPlaying,
  skin: initialSkin,
}: LivePlayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [running, setRunning] = useState<RunningPlayer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [selectedSkin, setSelectedSkin] = useState<SelectedSkin | null>(null);
  const [wasPlayed, setPlayed] = useState(false);
  const [lacksVideo, setLacksVideo] = useState(false);
  const skin = selectedSkin ?? initialSkin;
  const selectSkin = useCallback(
    (next: SelectedSkin) => {
      const isKeptByParent = onSkin !== undefined && typeof next === 'string';
      setSelectedSkin(isKeptByParent ? null : next);
      if (isKeptByParent) onSkin(next);
    },
    [onSkin],
  );

  useEffect(() => {
    if (canvas.current === null) return;
    let audio: ReplayAudio | null = null;
    const clock = () => ({ isPlaying: audio?.isPlaying ?? false, rate: audio?.currentRate ?? 1 });
    const worker = startSceneWorker(canvas.current, clock);
    let isUnmounted = false;
    void (async () => {
      try {
        const { song, applied } = await worker.open(files, { skin: await loadSkin(skin), options });
        if (isUnmounted) return;
        audio = await openReplayAudio(song, applied);
        setLacksVideo(applied.lacksVideo);
        if (isUnmounted) return audio.close();
        if (playhead.wasMoved) audio.seek(playhead.now);
        setRunning({ worker, audio });
        if (autoPlay && navigator.userActivation?.hasBeenActive) await audio.play();
      } catch (cause) {
        if (!isUnmounted) setError(cause);
      }
    })();
    return () => {
      isUnmounted = true;
      audio?.close();
      worker.close();
    };
  }, []);

  const { trial } = useSkinUploads();
  useEffect(() => {
    trial.current = selectSkin;
    return () => {
      trial.current = null;
    };
  }, [selectSkin]);
  const isUpdating = useAppliedLook(running, { skin, options, onError: setError, onLacksVideo: setLacksVideo });
  const toggle = () => (running?.audio.isPlaying ? running.audio.pause() : void running?.audio.play());

  return (
    <div ref={box} class={isVertical(options.size) ? 'player vertical' : 'player'}>
      <div class="player-screen">
        <canvas ref={canvas} class="screen" role="img" aria-label={words.player.canvas} />
        {running ? (
          // Keyboard users have the play button of the controls.
          <button
            type="button"
            class="play-overlay"
            tabIndex={-1}
            aria-hidden="true"
            onClick={toggle}
            onDblClick={() => void toggleFullScreen(box.current)}
          >
            {/* Later, the icon would hide what is looked at frame by frame. */}
            {!wasPlayed && <Icon of="play" />}
          </button>
        ) : (
          error === null && <p class="overlay-text">{words.player.opening}</p>
        )}
        {isUpdating && <p class="updating">{words.player.updating}</p>}
      </div>
      <Controls
        playable={running?.audio ?? null}
        playhead={playhead}
        onFullScreen={() => void toggleFullScreen(box.current)}
        {...(running && { onTime: running.worker.draw })}
        onPlaying={(playing) => {
          if (playing) setPlayed(true);
          onPlaying?.(playing);
        }}
      />
      {lacksVideo && <p class="notice">{words.player.noVideo}</p>}
      {running && (
        <div class="row player-settings">
          <SkinMenu skin={skin} onChange={selectSkin} videoSkin={onSkin === undefined ? initialSkin : null} />
          <SoundOffset audio={running.audio} />
        </div>
      )}
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

function isVertical({ width, height }: LiveOptions['size']): boolean {
  return height > width;
}

interface LookChange {
  readonly skin: SelectedSkin;
  readonly options: LiveOptions;
  readonly onError: (error: unknown) => void;
  readonly onLacksVideo: (lacksVideo: boolean) => void;
}

/** Applies changes of skin and options to the running player; returns whether a change is in progress. */
function useAppliedLook(running: RunningPlayer | null, { skin, options, onError, onLacksVideo }: LookChange): boolean {
  const current = useRef<{ skin: SelectedSkin; options: LiveOptions }>({ skin, options });
  const [isUpdating, setUpdating] = useState(false);
  useEffect(() => {
    if (!running || (current.current.skin === skin && current.current.options === options)) return;
    let isSuperseded = false;
    const timer = setTimeout(async () => {
      setUpdating(true);
      try {
        const look = { skin: await loadSkin(skin), options };
        if (isSuperseded) return;
        const applied = await running.worker.applyLook(look);
        current.current = { skin, options };
        running.worker.draw(running.audio.now());
        if (!isSuperseded) await running.audio.applyLook(applied);
        onLacksVideo(applied.lacksVideo);
        onError(null);
      } catch (cause) {
        if (!isSuperseded) onError(cause);
      } finally {
        if (!isSuperseded) setUpdating(false);
      }
    }, lookChangeDelayMs);
    return () => {
      isSuperseded = true;
      clearTimeout(timer);
    };
  }, [running, skin, options]);
  return isUpdating;
}
