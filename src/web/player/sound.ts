import type { Heard, PlayForPage } from './messages.ts';
import type { Playable } from './playable.ts';
import { loadVoices, type Voices } from './voices.ts';

/** The sound of a play, and with it the clock that its pictures follow. */
export interface PlayerSound extends Playable {
  /** Other sounds from now on, of another skin; the song goes on. */
  wear(heard: Heard): Promise<void>;
  close(): void;
}

/** Sounds are handed to the browser this far ahead: it is exact about those it has. */
const aheadMs = 150;
const tickMs = 25;
/** The song and the clock may differ by so much before the clock gives way. */
const mostDriftMs = 35;
const songVolume = 0.7;

export async function openSound(play: PlayForPage, heard: Heard): Promise<PlayerSound> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const master = new GainNode(context);
  // Many sounds at once are turned down, not cut off.
  master
    .connect(new DynamicsCompressorNode(context, { threshold: -3, knee: 3, ratio: 20, attack: 0.001 }))
    .connect(context.destination);
  const song = play.song && openSong(play.song, play, context, master);
  let voices: Voices = await loadVoices(heard, context, master);

  const { start, end } = play.span;
  let speed = 1;
  let isPlaying = false;
  /** The clock: song time `anchor.t` was at `anchor.at` of the context's time. */
  let anchor = { t: start, at: 0 };
  let timer: ReturnType<typeof setInterval> | undefined;

  const rate = () => play.clockRate * speed;
  const now = () => {
    const t = isPlaying ? anchor.t + (context.currentTime - anchor.at) * 1000 * rate() : anchor.t;
    return Math.min(t, end);
  };
  const timeOf = (t: number) => anchor.at + (t - anchor.t) / 1000 / rate();

  /** Starts what begins soon, and keeps clock and song together. */
  function tick(): void {
    const t = now();
    if (t >= end) {
      pause();
      return;
    }
    if (song) follow(song, t);
    voices.startUntil(t + aheadMs * rate(), timeOf);
  }

  /** The song's own clock is coarse, but it is what is heard: the other one is set by it when they differ. */
  function follow(element: HTMLAudioElement, t: number): void {
    const isInSong = t >= 0 && t / 1000 < element.duration;
    if (!isInSong) element.pause();
    else if (element.paused) {
      element.currentTime = t / 1000;
      // Refused where it is paused again at once, or cannot be decoded: the play goes on without it.
      element.play().catch(() => {});
    } else if (!element.seeking && Math.abs(element.currentTime * 1000 - t) > mostDriftMs * Math.max(1, rate())) {
      anchor = { t: element.currentTime * 1000, at: context.currentTime };
    }
  }

  /** The clock goes on from here; what was handed to the browser for other times is taken back. */
  function goOnFrom(t: number): void {
    anchor = { t: Math.max(start, Math.min(t, end)), at: context.currentTime };
    voices.stop();
    voices.startFrom(anchor.t);
  }

  function pause(): void {
    anchor = { t: now(), at: context.currentTime };
    isPlaying = false;
    clearInterval(timer);
    song?.pause();
    voices.stop();
  }

  function seek(t: number): void {
    goOnFrom(t);
    if (song && anchor.t >= 0) song.currentTime = anchor.t / 1000;
  }

  return {
    span: play.span,
    rate: play.clockRate,
    now,
    get isPlaying() {
      return isPlaying;
    },
    async play() {
      await context.resume();
      seek(now() >= end ? start : now());
      isPlaying = true;
      clearInterval(timer);
      timer = setInterval(tick, tickMs);
      tick();
    },
    pause,
    seek,
    setSpeed(next) {
      const t = now();
      speed = next;
      goOnFrom(t);
      if (song) song.playbackRate = rate();
    },
    setVolume(volume) {
      master.gain.value = volume;
    },
    async wear(next) {
      const loaded = await loadVoices(next, context, master);
      voices.stop();
      voices = loaded;
      voices.startFrom(now());
    },
    close() {
      pause();
      if (song) URL.revokeObjectURL(song.src);
      void context.close();
    },
  };
}

function openSong(
  bytes: Uint8Array,
  { clockRate, keepsPitch }: PlayForPage,
  context: AudioContext,
  into: AudioNode,
): HTMLAudioElement {
  const element = new Audio(URL.createObjectURL(new Blob([Uint8Array.from(bytes)])));
  element.preservesPitch = keepsPitch;
  element.playbackRate = clockRate;
  const gain = new GainNode(context, { gain: songVolume });
  new MediaElementAudioSourceNode(context, { mediaElement: element }).connect(gain).connect(into);
  return element;
}
