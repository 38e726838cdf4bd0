import { type OpenedForPage, soundKey } from './messages.ts';

/** The sound of a play, and with it the clock that its pictures follow. */
export interface PlayerSound {
  /** Song time at this moment. */
  now(): number;
  readonly isPlaying: boolean;
  play(): Promise<void>;
  pause(): void;
  seek(t: number): void;
  /** Times as fast as it was played. */
  setSpeed(speed: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  close(): void;
}

/** Sounds are handed to the browser this far ahead: it is exact about those it has. */
const aheadMs = 150;
/** The song and the clock may differ by so much before the clock gives way. */
const mostDriftMs = 35;
const volumes = { song: 0.7, sounds: 0.8 };

export async function openSound(play: OpenedForPage): Promise<PlayerSound> {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const master = new GainNode(context);
  master.connect(context.destination);
  const song = play.song && openSong(play.song, play, context, master);
  const buffers = await decodeAll(play.sounds, context);

  let speed = 1;
  let isPlaying = false;
  /** The clock: song time `anchor.t` was at `anchor.at` of the context's time. */
  let anchor = { t: play.span.start, at: 0 };
  let nextEvent = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const sounding = new Set<AudioScheduledSourceNode>();

  const rate = () => play.clockRate * speed;
  const now = () => {
    const t = isPlaying ? anchor.t + (context.currentTime - anchor.at) * 1000 * rate() : anchor.t;
    return Math.min(t, play.span.end);
  };

  /** Starts what begins soon, and keeps clock and song together. */
  function tick(): void {
    const t = now();
    if (t >= play.span.end) {
      pause();
      return;
    }
    if (song) follow(song, t);
    const { events } = play.track;
    for (let event = events[nextEvent]; event && event.time < t + aheadMs * rate(); event = events[++nextEvent]) {
      const buffer = buffers.get(soundKey(event.sound));
      if (buffer && event.time >= t - 50)
        start(buffer, {
          at: timeOf(event.time),
          volume: event.volume,
          balance: event.balance,
          speed: event.speed ?? 1,
        });
    }
  }

  function timeOf(t: number): number {
    return anchor.at + (t - anchor.t) / 1000 / rate();
  }

  function start(buffer: AudioBuffer, how: { at: number; volume: number; balance: number; speed: number }): void {
    const source = new AudioBufferSourceNode(context, { buffer, playbackRate: how.speed });
    const gain = new GainNode(context, { gain: how.volume * volumes.sounds });
    source
      .connect(gain)
      .connect(new StereoPannerNode(context, { pan: how.balance }))
      .connect(master);
    source.onended = () => sounding.delete(source);
    sounding.add(source);
    source.start(Math.max(how.at, context.currentTime));
  }

  /** The song's own clock is coarse, but it is what is heard: the other one is set by it when they differ. */
  function follow(element: HTMLAudioElement, t: number): void {
    const isInSong = t >= 0 && t / 1000 < element.duration;
    if (!isInSong) element.pause();
    else if (element.paused) {
      element.currentTime = t / 1000;
      void element.play();
    } else if (Math.abs(element.currentTime * 1000 - t) > mostDriftMs * Math.max(1, rate())) {
      anchor = { t: element.currentTime * 1000, at: context.currentTime };
    }
  }

  function pause(): void {
    anchor = { t: now(), at: context.currentTime };
    isPlaying = false;
    clearInterval(timer);
    song?.pause();
    silence();
  }

  function silence(): void {
    for (const source of sounding) source.stop();
    sounding.clear();
  }

  function setPlace(t: number): void {
    anchor = { t: Math.max(play.span.start, Math.min(t, play.span.end)), at: context.currentTime };
    nextEvent = firstAtOrAfter(play.track.events, anchor.t);
    silence();
    if (song && anchor.t >= 0) song.currentTime = anchor.t / 1000;
  }

  return {
    now,
    get isPlaying() {
      return isPlaying;
    },
    async play() {
      await context.resume();
      if (now() >= play.span.end) setPlace(play.span.start);
      setPlace(anchor.t);
      isPlaying = true;
      clearInterval(timer);
      timer = setInterval(tick, 25);
      tick();
    },
    pause,
    seek: setPlace,
    setSpeed(next) {
      anchor = { t: now(), at: context.currentTime };
      speed = next;
      if (song) song.playbackRate = rate();
    },
    setVolume(volume) {
      master.gain.value = volume;
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
  { clockRate, keepsPitch }: OpenedForPage,
  context: AudioContext,
  into: AudioNode,
): HTMLAudioElement {
  const element = new Audio(URL.createObjectURL(new Blob([Uint8Array.from(bytes)])));
  element.preservesPitch = keepsPitch;
  element.playbackRate = clockRate;
  const gain = new GainNode(context, { gain: volumes.song });
  new MediaElementAudioSourceNode(context, { mediaElement: element }).connect(gain).connect(into);
  return element;
}

/** Sounds that cannot be decoded are not heard. */
async function decodeAll(
  sounds: ReadonlyMap<string, Uint8Array>,
  context: AudioContext,
): Promise<Map<string, AudioBuffer>> {
  const decoded = await Promise.all(
    [...sounds].map(async ([key, bytes]) => {
      try {
        return [key, await context.decodeAudioData(Uint8Array.from(bytes).buffer)] as const;
      } catch {
        return null;
      }
    }),
  );
  return new Map(decoded.filter((entry) => entry !== null));
}

function firstAtOrAfter(events: readonly { readonly time: number }[], t: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.time >= t) high = middle;
    else low = middle + 1;
  }
  return low;
}
