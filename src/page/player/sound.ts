import { rateAt } from '../../game/beatmap/index.ts';
import { songAt } from '../../rendering/scene/index.ts';
import type { Song, Worn } from './messages.ts';
import type { Playable } from './playable.ts';
import { loadVoices, type Voices } from './voices.ts';

/** The sound of a play, and with it the clock that its pictures follow. */
export interface PlayerSound extends Playable {
  /** Song milliseconds a real one, at this moment. */
  readonly pace: number;
  /** Another look from now on: other sounds, perhaps another end; the song goes on. */
  wear(worn: Worn): Promise<void>;
  close(): void;
}

/** Sounds are handed to the browser this far ahead: it is exact about those it has. */
const aheadMs = 150;
const tickMs = 25;
/** The song and the clock may differ by so much before the clock gives way. */
const mostDriftMs = 35;
const usualVolume = 0.7;
/** Browsers refuse to play anything more slowly. */
const slowest = 0.0625;

export async function openSound(song: Song | null, first: Worn): Promise<PlayerSound> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const master = new GainNode(context);
  // Many sounds at once are turned down, not cut off.
  master
    .connect(new DynamicsCompressorNode(context, { threshold: -3, knee: 3, ratio: 20, attack: 0.001 }))
    .connect(context.destination);
  let worn = first;
  const songGain = new GainNode(context, { gain: usualVolume * worn.volumes.song });
  songGain.connect(master);
  const element = song && openSong(song, context, songGain);
  let voices: Voices = await loadVoices(worn, context, master);

  let speed = 1;
  let isPlaying = false;
  /** The clock: song time `anchor.t` was at `anchor.at` of the context's time. */
  let anchor = { t: worn.span.start, at: 0 };
  let timer: ReturnType<typeof setInterval> | undefined;

  const clockRate = () => rateAt(worn.ending.map.songClock, anchor.t);
  const rate = () => clockRate() * speed;
  const now = () => {
    const t = isPlaying ? anchor.t + (context.currentTime - anchor.at) * 1000 * rate() : anchor.t;
    return Math.min(t, worn.span.end);
  };
  const timeOf = (t: number) => anchor.at + (t - anchor.t) / 1000 / rate();

  /** Starts what begins soon, and keeps clock and song together. */
  function tick(): void {
    const t = now();
    if (t >= worn.span.end) {
      pause();
      return;
    }
    // From here on the clock goes as fast as the song is by now.
    anchor = { t, at: context.currentTime };
    if (element) follow(element, t);
    voices.startUntil(t + aheadMs * rate(), timeOf);
  }

  /** The song's own clock is coarse, but it is what is heard: the other one is set by it when they differ. */
  function follow(heard: HTMLAudioElement, t: number): void {
    const { time, pace } = songAt(worn.ending, t);
    const songRate = rate() * pace;
    const isInSong = time >= 0 && time / 1000 < heard.duration && songRate >= slowest;
    if (!isInSong) {
      heard.pause();
      return;
    }
    if (heard.playbackRate !== songRate) heard.playbackRate = songRate;
    // A song that runs down gets deeper, as a record does.
    heard.preservesPitch = song!.keepsPitch && pace === 1;
    if (heard.paused) {
      heard.currentTime = time / 1000;
      // Refused where it is paused again at once, or cannot be decoded: the play goes on without it.
      heard.play().catch(() => {});
    } else if (
      pace === 1 &&
      !heard.seeking &&
      Math.abs(heard.currentTime * 1000 - t) > mostDriftMs * Math.max(1, rate())
    ) {
      anchor = { t: heard.currentTime * 1000, at: context.currentTime };
    }
  }

  /** The clock goes on from here; what was handed to the browser for other times is taken back. */
  function goOnFrom(t: number): void {
    anchor = { t: Math.max(worn.span.start, Math.min(t, worn.span.end)), at: context.currentTime };
    voices.stop();
    voices.startFrom(anchor.t);
  }

  function pause(): void {
    anchor = { t: now(), at: context.currentTime };
    isPlaying = false;
    clearInterval(timer);
    element?.pause();
    voices.stop();
  }

  function seek(t: number): void {
    goOnFrom(t);
    const { time } = songAt(worn.ending, anchor.t);
    if (element && time >= 0) element.currentTime = time / 1000;
  }

  return {
    get span() {
      return worn.span;
    },
    get rate() {
      return clockRate();
    },
    get pace() {
      return rate();
    },
    now,
    get isPlaying() {
      return isPlaying;
    },
    async play() {
      await context.resume();
      seek(now() >= worn.span.end ? worn.span.start : now());
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
      if (isPlaying) tick();
    },
    setVolume(volume) {
      master.gain.value = volume;
    },
    async wear(next) {
      const loaded = await loadVoices(next, context, master);
      const t = now();
      worn = next;
      voices.stop();
      voices = loaded;
      songGain.gain.value = usualVolume * worn.volumes.song;
      // What was there may not be there any more: the beginning is left out, or the end is another one.
      if (t < worn.span.start || t > worn.span.end) seek(t);
      else voices.startFrom(t);
    },
    close() {
      pause();
      if (element) URL.revokeObjectURL(element.src);
      void context.close();
    },
  };
}

function openSong({ bytes, keepsPitch }: Song, context: AudioContext, into: AudioNode): HTMLAudioElement {
  const element = new Audio(URL.createObjectURL(new Blob([Uint8Array.from(bytes)])));
  element.preservesPitch = keepsPitch;
  new MediaElementAudioSourceNode(context, { mediaElement: element }).connect(into);
  return element;
}
