import { useEffect, useState } from 'preact/hooks';
import { useRemembered } from '../remembered.ts';
import type { Playhead } from '../watch/playhead.ts';
import { words } from '../words/index.ts';
import { length } from '../words/numbers.ts';
import { Icon } from './icons.tsx';
import type { Playable } from './playable.ts';
import { useKeys } from './use-keys.ts';

export interface ControlsProps {
  /** Null: not ready yet. */
  readonly playable: Playable | null;
  readonly playhead: Playhead;
  readonly onFullScreen: () => void;
  /** For every moment that is to be seen. */
  readonly onMoment?: (t: number) => void;
  /** Told when playing begins and ends. */
  readonly onPlaying?: (isPlaying: boolean) => void;
}

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];
const frameMs = 1000 / 60;
const usualVolume = 0.8;

/** The same for whatever plays: the live stage or the video. */
export function Controls({ playable, playhead, onFullScreen, onMoment, onPlaying }: ControlsProps) {
  const { player } = words;
  const { now, isPlaying } = useMoments(playable, playhead, { onMoment, onPlaying });
  const [speed, setSpeed] = useState(1);
  const [volume, setVolume] = useRemembered('volume', usualVolume, isVolume);

  useEffect(() => playable?.setVolume(volume), [playable, volume]);
  useEffect(() => playable?.setSpeed(speed), [playable, speed]);

  const { start, end } = playable?.span ?? { start: 0, end: 0 };
  const toggle = () => {
    if (!playable) return;
    if (playable.isPlaying) playable.pause();
    else void playable.play();
  };
  const skip = (realMs: number) => playable?.seek(playable.now() + realMs * playable.rate);
  const step = (frames: number) => {
    playable?.pause();
    skip(frames * frameMs);
  };
  const speedUp = (by: number) =>
    setSpeed(speeds[Math.max(0, Math.min(speeds.indexOf(speed) + by, speeds.length - 1))]!);
  const mute = () => setVolume(volume === 0 ? usualVolume : 0);

  useKeys({
    ' ': toggle,
    k: toggle,
    ArrowLeft: () => skip(-5000),
    ArrowRight: () => skip(5000),
    j: () => skip(-10_000),
    l: () => skip(10_000),
    ',': () => step(-1),
    '.': () => step(1),
    '<': () => speedUp(-1),
    '>': () => speedUp(1),
    Home: () => playable?.seek(start),
    End: () => playable?.seek(end),
    f: onFullScreen,
    m: mute,
  });

  return (
    <fieldset class="controls" aria-label={player.controls} disabled={playable === null}>
      <input
        class="seek"
        type="range"
        min={start}
        max={end}
        step={1}
        value={now}
        aria-label={player.seek}
        aria-valuetext={length(now / 1000)}
        onInput={({ currentTarget }) => playable?.seek(Number(currentTarget.value))}
      />
      <div class="row">
        <button
          type="button"
          class="primary round"
          onClick={toggle}
          aria-label={isPlaying ? player.pause : player.play}
        >
          <Icon of={isPlaying ? 'pause' : 'play'} />
        </button>
        <button type="button" class="round" onClick={() => step(-1)} aria-label={player.previousFrame}>
          <Icon of="stepBack" />
        </button>
        <button type="button" class="round" onClick={() => step(1)} aria-label={player.nextFrame}>
          <Icon of="stepOn" />
        </button>
        <span class="time">
          {length(now / 1000)} <span class="quiet">/ {length(end / 1000)}</span>
        </span>
        <span class="gap" />
        <button type="button" class="round mute" onClick={mute} aria-label={player.mute} aria-pressed={volume === 0}>
          <Icon of={volume === 0 ? 'silent' : 'loud'} />
        </button>
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
        <button type="button" class="round" onClick={onFullScreen} aria-label={player.fullScreen}>
          <Icon of="fullScreen" />
        </button>
      </div>
      <p class="quiet keys">{player.keys}</p>
    </fieldset>
  );
}

export async function toggleFullScreen(element: HTMLElement): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await element.requestFullscreen();
}

/** Where the player is, and its word to everything that goes along with it, once for every picture of the screen. */
function useMoments(
  playable: Playable | null,
  playhead: Playhead,
  { onMoment, onPlaying }: Pick<ControlsProps, 'onMoment' | 'onPlaying'>,
) {
  const [now, setNow] = useState(playable?.span.start ?? 0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!playable) return;
    let request = 0;
    let shown = Number.NaN;
    const look = () => {
      const t = playable.now();
      if (t !== shown) {
        shown = t;
        onMoment?.(t);
        playhead.moveTo(t);
        setNow(t);
      }
      setPlaying(playable.isPlaying);
      request = requestAnimationFrame(look);
    };
    look();
    const forget = playhead.onSeek((t) => playable.seek(t));
    return () => {
      cancelAnimationFrame(request);
      forget();
    };
  }, [playable, playhead, onMoment]);
  useEffect(() => onPlaying?.(isPlaying), [isPlaying]);
  return { now, isPlaying };
}

function isVolume(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
