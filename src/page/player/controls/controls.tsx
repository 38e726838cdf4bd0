import { useEffect, useRef, useState } from 'preact/hooks';
import { useStoredPreference } from '../../stored-preference.ts';
import { words } from '../../words/index.ts';
import { formatDuration } from '../../words/numbers.ts';
import type { HoverPicture } from '../hover-picture.ts';
import type { Playable } from '../playable.ts';
import type { Playhead } from '../playhead.ts';
import type { PositionLink } from '../position-link.ts';
import { CopyLinkButton, useCopyLink } from './copy-link.tsx';
import { useIdle } from './full-screen.ts';
import { Icon } from './icons.tsx';
import { KeyHelp } from './key-help.tsx';
import { useKeyboardShortcuts } from './keyboard-shortcuts.ts';
import { type Loop, loopFrom, loopUntil, nextLoop } from './loop.ts';
import { SeekBar } from './seek-bar.tsx';
import type { SeekMarks } from './seek-marks.ts';
import { usePlayback } from './use-playback.ts';
import { speeds, useSpeed } from './use-speed.ts';

interface ControlsProps {
  /** Null: not ready yet. */
  readonly playable: Playable | null;
  readonly playhead: Playhead;
  readonly onFullScreen: () => void;
  /** Null: not known yet. */
  readonly marks: SeekMarks | null;
  /** Opens the small picture above the seek bar; must stay the same function. Null: there is none. */
  readonly openPicture: (() => HoverPicture) | null;
  /** Null where the replay has no page. */
  readonly link: PositionLink | null;
  /** Called for every time that has to be displayed. */
  readonly onTime?: (t: number) => void;
  /** Called when playback starts and stops. */
  readonly onPlaying?: (isPlaying: boolean) => void;
}

const defaultVolume = 0.8;
const volumeStep = 0.05;

/** The controls of the live preview and of the video. */
export function Controls(props: ControlsProps) {
  const { playable, playhead, onFullScreen, marks, openPicture, onTime, onPlaying } = props;
  const { player } = words;
  const [loop, setLoop] = useState<Loop | null>(null);
  const { now, isPlaying } = usePlayback(playable, playhead, { loop, onTime, onPlaying });
  const copyLink = useCopyLink(props.link, playable);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const [speed, setSpeed] = useSpeed(playable, playhead, () => {
    setLoop(null);
    fieldset.current?.closest('.player')?.scrollIntoView({ block: 'nearest' });
  });
  const [volume, setVolume] = useStoredPreference('volume', defaultVolume, isVolume);
  const [isMuted, setMuted] = useStoredPreference('muted', false, isFlag);
  const audibleVolume = isMuted ? 0 : volume;
  const isIdle = useIdle();

  useEffect(() => playable?.setVolume(audibleVolume), [playable, audibleVolume]);

  const { start, end } = playable?.span ?? { start: 0, end: 0 };
  // The position is that of the last frame, which another playable may have shown: a clip starts later than the song.
  const shown = Math.min(Math.max(now, start), end);
  const timeText = (t: number) => formatDuration((playable?.elapsedAt(t) ?? 0) / 1000);
  const toggle = () => {
    if (!playable) return;
    if (playable.isPlaying) playable.pause();
    else void playable.play();
  };
  // In the time of the video: one of moments leaves out what is between them.
  const skip = (realMs: number) => playable?.seek(playable.timeAt(playable.elapsedAt(playable.now()) + realMs));
  const step = (frames: number) => {
    playable?.pause();
    skip(frames * (playable?.frameMs ?? 0));
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
    a: () => playable && setLoop(loopFrom(loop, playable.now())),
    b: () => playable && setLoop(loopUntil(loop, playable.now(), start)),
    x: () => setLoop(null),
    c: () => copyLink?.copy(),
    '?': () => setHelpOpen(true),
  });

  return (
    <>
      <fieldset
        ref={fieldset}
        class={isPlaying && isIdle ? 'controls idle' : 'controls'}
        aria-label={player.controls}
        disabled={playable === null}
      >
        <SeekBar {...{ playable, now: shown, timeText, marks, loop, openPicture }} />
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
            {timeText(shown)} <span class="muted">/ {timeText(end)}</span>
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
          <LoopButton loop={loop} onClick={() => playable && setLoop(nextLoop(loop, playable.now()))} />
          {copyLink && <CopyLinkButton {...copyLink} />}
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
          <button
            type="button"
            class="round show-keys"
            onClick={() => setHelpOpen(true)}
            aria-label={player.help}
            title={player.help}
          >
            ?
          </button>
          <button type="button" class="round" onClick={onFullScreen} aria-label={player.fullScreen}>
            <Icon of="fullScreen" />
          </button>
        </div>
      </fieldset>
      <KeyHelp isOpen={isHelpOpen} hasLink={copyLink !== null} onClose={() => setHelpOpen(false)} />
    </>
  );
}

function LoopButton({ loop, onClick }: { loop: Loop | null; onClick: () => void }) {
  const { player } = words;
  const isComplete = loop !== null && loop.end !== null;
  const label = loop === null ? player.startLoop : isComplete ? player.shortcuts.clearLoop : player.endLoop;
  return (
    <button type="button" class={loop ? 'round looping' : 'round'} onClick={onClick} aria-label={label} title={label}>
      {loop === null ? <Icon of="loop" /> : <span aria-hidden="true">{isComplete ? 'A–B' : 'A…'}</span>}
    </button>
  );
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isVolume(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
