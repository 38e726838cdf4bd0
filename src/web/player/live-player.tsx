import { useEffect, useRef, useState } from 'preact/hooks';
import type { StageOptions } from '../../stage/index.ts';
import { Trouble } from '../trouble.tsx';
import type { Playhead } from '../watch/playhead.ts';
import { words } from '../words/index.ts';
import { length } from '../words/numbers.ts';
import type { OpenedForPage, PlayFiles } from './messages.ts';
import { openSound, type PlayerSound } from './sound.ts';
import { type StageThread, startStage } from './stage-thread.ts';

export interface LivePlayerProps {
  readonly files: PlayFiles;
  readonly options: StageOptions;
  readonly playhead: Playhead;
}

const size = { width: 1920, height: 1080 };
const speeds = [0.25, 0.5, 0.75, 1, 1.5, 2];
const frameMs = 1000 / 60;

interface Running {
  readonly stage: StageThread;
  readonly sound: PlayerSound;
  readonly play: OpenedForPage;
}

/** The play itself, drawn here and now by the renderer's own code. */
export function LivePlayer({ files, options, playhead }: LivePlayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<StageThread | null>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    stage.current ??= startStage(canvas.current!, size);
    let opened: Running | null = null;
    let left = false;
    void (async () => {
      try {
        const play = await stage.current!.open(files, options);
        const sound = await openSound(play);
        if (left) return sound.close();
        opened = { stage: stage.current!, sound, play };
        sound.seek(playhead.now);
        setRunning(opened);
      } catch (cause) {
        if (!left) setError(cause);
      }
    })();
    return () => {
      left = true;
      opened?.sound.close();
    };
  }, [files, options, playhead]);

  useEffect(() => () => stage.current?.close(), []);

  return (
    <div ref={box} class="live-player">
      <canvas ref={canvas} class="screen" width={size.width} height={size.height} aria-label={words.player.canvas} />
      {error !== null && <Trouble error={error} />}
      {running === null && error === null && <p class="quiet">{words.loading}</p>}
      {running && (
        <Controls running={running} playhead={playhead} onFullScreen={() => void toggleFullScreen(box.current!)} />
      )}
    </div>
  );
}

async function toggleFullScreen(element: HTMLElement): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await element.requestFullscreen();
}

function Controls({
  running,
  playhead,
  onFullScreen,
}: {
  running: Running;
  playhead: Playhead;
  onFullScreen: () => void;
}) {
  const { sound, stage, play } = running;
  const { player } = words;
  const [now, setNow] = useState(sound.now());
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [volume, setVolume] = useState(0.8);

  useEffect(() => {
    let request = 0;
    let shown = Number.NaN;
    const frame = () => {
      const t = sound.now();
      if (t !== shown) {
        shown = t;
        stage.draw(t);
        playhead.moveTo(t);
        setNow(t);
      }
      setPlaying(sound.isPlaying);
      request = requestAnimationFrame(frame);
    };
    frame();
    const forget = playhead.onSeek((t) => sound.seek(t));
    return () => {
      cancelAnimationFrame(request);
      forget();
    };
  }, [sound, stage, playhead]);

  useEffect(() => sound.setVolume(volume), [sound, volume]);
  useEffect(() => sound.setSpeed(speed), [sound, speed]);

  const toggle = () => (sound.isPlaying ? sound.pause() : void sound.play());
  const step = (frames: number) => {
    sound.pause();
    sound.seek(sound.now() + frames * frameMs * play.clockRate);
  };

  function onKey(event: KeyboardEvent) {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  const keys: Readonly<Record<string, () => void>> = {
    ' ': toggle,
    k: toggle,
    ArrowLeft: () => sound.seek(sound.now() - 5000),
    ArrowRight: () => sound.seek(sound.now() + 5000),
    ',': () => step(-1),
    '.': () => step(1),
    f: onFullScreen,
    m: () => setVolume(volume === 0 ? 0.8 : 0),
  };
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  const { start, end } = play.span;
  return (
    <fieldset class="row controls" aria-label={player.controls}>
      <button type="button" class="primary" onClick={toggle}>
        {isPlaying ? player.pause : player.play}
      </button>
      <button type="button" onClick={() => step(-1)} aria-label={player.stepBack}>
        ‹
      </button>
      <button type="button" onClick={() => step(1)} aria-label={player.stepOn}>
        ›
      </button>
      <input
        class="seek"
        type="range"
        min={start}
        max={end}
        step={1}
        value={now}
        aria-label={player.seek}
        aria-valuetext={length(now / 1000)}
        onInput={({ currentTarget }) => sound.seek(Number(currentTarget.value))}
      />
      <span class="time">
        {length(now / 1000)} / {length(end / 1000)}
      </span>
      <select
        aria-label={player.speed}
        value={speed}
        onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
      >
        {speeds.map((times) => (
          <option key={times} value={times}>
            {times}×
          </option>
        ))}
      </select>
      <input
        class="volume"
        type="range"
        min={0}
        max={1}
        step={0.01}
        value={volume}
        aria-label={player.volume}
        onInput={({ currentTarget }) => setVolume(Number(currentTarget.value))}
      />
      <button type="button" onClick={onFullScreen}>
        {player.fullScreen}
      </button>
    </fieldset>
  );
}
