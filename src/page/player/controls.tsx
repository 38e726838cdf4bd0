import { useEffect, useState } from 'preact/hooks';
import { useStoredPreference } from '../stored-preference.ts';
import { words } from '../words/index.ts';
import { formatDuration } from '../words/numbers.ts';
import { useIdle } from './full-screen.ts';
import { Icon } from './icons.tsx';
import { useKeyboardShortcuts } from './keyboard-shortcuts.ts';
import type { Playable } from './playable.ts';
import type { Playhead } from './playhead.ts';

export interface ControlsProps {
  /** Null: not ready yet. */
  readonly playable: Playable | null;
  readonly playhead: Playhead;
  readonly onFullScreen: () => void;
  /** Called for every time that has to be displayed. */
  readonly onTime?: (t: number) => void;
  /** Called when playback starts and stops. */
  readonly onPlaying?: (isPlaying: boolean) => void;
}

export const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];
const frameMs = 1000 / 60;
const defaultVolume = 0.8;
const volumeStep = 0.05;

/** The controls of the live preview and of the video. */
export function Controls({ playable, playhead, onFullScreen, onTime, onPlaying }: ControlsProps) {
  const { player } = words;
  const { now, isPlaying } = usePlayback(playable, playhead, { onTime, onPlaying });
  const [speed, setSpeed] = useStoredPreference('speed', 1, isSpeed);
  const [volume, setVolume] = useStoredPreference('volume', defaultVolume, isVolume);
  const [isMuted, setMuted] = useStoredPreference('muted', false, isFlag);
  const audibleVolume = isMuted ? 0 : volume;
  const isIdle = useIdle();

  useEffect(() => playable?.setVolume(audibleVolume), [playable, audibleVolume]);
  useEffect(() => playable?.setSpeed(speed), [playable, speed]);

  const { start, end } = playable?.span ?? { start: 0, end: 0 };
  const timeText = (t: number) => formatDuration((playable?.elapsedAt(t) ?? 0) / 1000);
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
  const changeSpeed = (steps: number) => setSpeed(speeds[speeds.indexOf(speed) + steps] ?? speed);
  const changeVolume = (next: number) => {
    setMuted(false);
    setVolume(Math.max(0, Math.min(1, Math.round(next * 100) / 100)));
  };
  const mute = () => {
    setMuted(audibleVolume > 0);
    // A volume of 0 would stay silent.
    if (volume === 0) setVolume(defaultVolume);
  };

  useKeyboardShortcuts({
    ' ': toggle,
    k: toggle,
    ArrowLeft: () => skip(-5000),
    ArrowRight: () => skip(5000),
    ArrowUp: () => changeVolume(audibleVolume + volumeStep),
    ArrowDown: () => changeVolume(audibleVolume - volumeStep),
    j: () => skip(-10_000),
    l: () => skip(10_000),
    ',': () => step(-1),
    '.': () => step(1),
    '<': () => changeSpeed(-1),
    '>': () => changeSpeed(1),
    Home: () => playable?.seek(start),
    End: () => playable?.seek(end),
    f: onFullScreen,
    m: mute,
  });

  return (
    <fieldset
      class={isPlaying && isIdle ? 'controls idle' : 'controls'}
      aria-label={player.controls}
      disabled={playable === null}
    >
      <input
        class="seek"
        type="range"
        min={start}
        max={end}
        step={1}
        value={now}
        aria-label={player.seek}
        aria-valuetext={timeText(now)}
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
          <Icon of="previousFrame" />
        </button>
        <button type="button" class="round" onClick={() => step(1)} aria-label={player.nextFrame}>
          <Icon of="nextFrame" />
        </button>
        <span class="time">
          {timeText(now)} <span class="muted">/ {timeText(end)}</span>
        </span>
        <span class="spacer" />
        <button
          type="button"
          class="round mute"
          onClick={mute}
          aria-label={player.mute}
          aria-pressed={audibleVolume === 0}
        >
          <Icon of={audibleVolume === 0 ? 'muted' : 'sound'} />
        </button>
        <input
          class="volume"
          type="range"
          min={0}
          max={1}
          step={0.01}
          value={audibleVolume}
          aria-label={player.volume}
          onInput={({ currentTarget }) => changeVolume(Number(currentTarget.value))}
        />
        <select
          aria-label={player.speed}
          value={speed}
          onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
        >
          {speeds.map((factor) => (
            <option key={factor} value={factor}>
              {factor}×
            </option>
          ))}
        </select>
        <button type="button" class="round" onClick={onFullScreen} aria-label={player.fullScreen}>
          <Icon of="fullScreen" />
        </button>
      </div>
      <p class="muted keys">{player.keys}</p>
    </fieldset>
  );
}

/** Reads the playback position on every displayed frame and passes it on. */
function usePlayback(
  playable: Playable | null,
  playhead: Playhead,
  { onTime, onPlaying }: Pick<ControlsProps, 'onTime' | 'onPlaying'>,
) {
  const [now, setNow] = useState(playable?.span.start ?? 0);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!playable) return;
    let request = 0;
    let lastTime = Number.NaN;
    const update = () => {
      const t = playable.now();
      if (t !== lastTime) {
        lastTime = t;
        onTime?.(t);
        playhead.moveTo(t);
        setNow(t);
      }
      setPlaying(playable.isPlaying);
      request = requestAnimationFrame(update);
    };
    update();
    const unsubscribe = playhead.onSeek((t) => playable.seek(t));
    return () => {
      cancelAnimationFrame(request);
      unsubscribe();
    };
  }, [playable, playhead, onTime]);
  useEffect(() => onPlaying?.(isPlaying), [isPlaying]);
  return { now, isPlaying };
}

function isSpeed(value: unknown): value is number {
  return speeds.some((speed) => speed === value);
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isVolume(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
