import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useSkinUploads } from '../skins/skin-uploads.ts';
import { words } from '../words/index.ts';
import { openReplayAudio, type ReplayAudio } from './audio/replay-audio.ts';
import { Controls } from './controls/controls.tsx';
import { toggleFullScreen } from './controls/full-screen.ts';
import { Icon } from './controls/icons.tsx';
import { latestOnly } from './latest-only.ts';
import type { Playhead } from './playhead.ts';
import { type SceneWorker, startSceneWorker } from './scene-worker/client.ts';
import { liveHoverPicture } from './scene-worker/live-hover-picture.ts';
import type { AppliedLook, LiveOptions, ReplayFiles } from './scene-worker/messages.ts';
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
  /** The page of the video of this replay, if there is one; must not change. */
  readonly page?: VideoPage;
}

/** The page of a video, whose times the preview shows. */
export interface VideoPage {
  readonly url: string;
  /** The speed of the video, as a multiple of the speed of the play. */
  readonly speed: number;
}

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
  page,
  skin: initialSkin,
}: LivePlayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [running, setRunning] = useState<RunningPlayer | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [selectedSkin, setSelectedSkin] = useState<SelectedSkin | null>(null);
  const [wasPlayed, setPlayed] = useState(false);
  const [look, setLook] = useState<AppliedLook | null>(null);
  const skin = selectedSkin ?? initialSkin;
  const load = useMemo(createSkinLoader, []);
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
        const { song, applied } = await worker.open(files, { skin: await load(skin), options });
        if (isUnmounted) return;
        audio = await openReplayAudio({ song, look: applied, videoSpeed: page?.speed ?? 1 });
        setLook(applied);
        if (isUnmounted) return audio.close();
        if (playhead.wasMoved) audio.seek(playhead.now);
        else if (playhead.linkedMs !== null) audio.seek(audio.timeAt(playhead.linkedMs));
        // The controls appear with the first picture.
        worker.draw(audio.now());
        await worker.firstFrame;
        if (isUnmounted) return;
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
  const isUpdating = useAppliedLook(running, { skin, options, load, onError: setError, onApplied: setLook });
  const openPicture = useMemo(() => running && (() => liveHoverPicture(running.worker)), [running]);
  const drawAt = useMemo(() => running && drawingOf(running), [running]);
  const link = useMemo(
    () => (running && page ? { url: page.url, positionAt: running.audio.elapsedAt } : null),
    [running],
  );
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
        marks={look?.marks ?? null}
        openPicture={openPicture}
        link={link}
        {...(drawAt && { onTime: drawAt })}
        onPlaying={(playing) => {
          if (playing) setPlayed(true);
          onPlaying?.(playing);
        }}
      />
      {look?.lacksVideo && <p class="notice">{words.player.noVideo}</p>}
      {/* Also while the preview loads: what is below them must not move under the pointer. */}
      <div class="row player-settings">
        <SkinMenu skin={skin} onChange={selectSkin} videoSkin={onSkin === undefined ? initialSkin : null} />
        <SoundOffset audio={running?.audio ?? null} />
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}

function isVertical({ width, height }: LiveOptions['size']): boolean {
  return height > width;
}

/** Draws what will be heard when the frame is displayed; at rest, exactly the current time. */
function drawingOf({ worker, audio }: RunningPlayer): (t: number) => void {
  return (t) => {
    const ahead = audio.isPlaying ? worker.displayDelayMs * audio.currentRate : 0;
    worker.draw(Math.min(t + ahead, audio.span.end));
  };
}

interface LookChange {
  readonly skin: SelectedSkin;
  readonly options: LiveOptions;
  readonly load: ReturnType<typeof createSkinLoader>;
  readonly onError: (error: unknown) => void;
  readonly onApplied: (applied: AppliedLook) => void;
}

/**
 * Applies changes of skin and options to the running player at once; of the changes that come meanwhile, as while a slider is
 * dragged, only the last. Returns whether a change is in progress.
 */
function useAppliedLook(
  running: RunningPlayer | null,
  { skin, options, load, onError, onApplied }: LookChange,
): boolean {
  const latest = useRef({ skin, options });
  const [isUpdating, setUpdating] = useState(false);
  const apply = useMemo(
    () =>
      latestOnly(async ({ worker, audio }: RunningPlayer) => {
        const change = latest.current;
        setUpdating(true);
        try {
          const applied = await worker.applyLook({ skin: await load(change.skin), options: change.options });
          worker.draw(audio.now());
          await audio.applyLook(applied);
          onApplied(applied);
          onError(null);
        } catch (cause) {
          if (change === latest.current) onError(cause);
        } finally {
          setUpdating(false);
        }
      }),
    [],
  );
  useEffect(() => {
    if (!running || (latest.current.skin === skin && latest.current.options === options)) return;
    latest.current = { skin, options };
    apply(running);
  }, [running, skin, options]);
  return isUpdating;
}

/** Loads a skin once, however often the options change. */
function createSkinLoader(): (skin: SelectedSkin) => Promise<Uint8Array | null> {
  let last: { readonly skin: SelectedSkin; readonly bytes: Promise<Uint8Array | null> } | null = null;
  return (skin) => {
    if (last?.skin === skin) return last.bytes;
    const bytes = loadSkin(skin);
    last = { skin, bytes };
    bytes.catch(() => {
      last = null;
    });
    return bytes;
  };
}
