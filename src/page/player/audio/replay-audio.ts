import { rateAt, realMsBetween, songTimeAfter } from '../../../game/beatmap/index.ts';
import { mixVolumes, songPosition, songVolumeAt } from '../../../rendering/scene/index.ts';
import type { Playable } from '../playable.ts';
import type { AppliedLook, Song } from '../scene-worker/messages.ts';
import { heardAt } from './heard-at.ts';
import { type HitSoundPlayer, loadHitSounds } from './hit-sound-player.ts';
import { measureLiveGain, usualGain } from './live-gain.ts';

/** The audio of a replay, and the clock that its frames follow. */
export interface ReplayAudio extends Playable {
  /** Song milliseconds per real millisecond at the current speed. */
  readonly currentRate: number;
  /** Shows the picture this much later, for devices that report a wrong latency. */
  setOffset(ms: number): void;
  /** Changes the hit sounds and the end of the replay; the song keeps playing. */
  applyLook(next: AppliedLook): Promise<void>;
  close(): void;
}

/** Sounds are scheduled this far ahead, because the browser starts scheduled sounds exactly on time. */
const scheduleAheadMs = 150;
const tickMs = 25;
/** The clock is set to the song when they differ by more than this. */
const maxDriftMs = 35;
/** The compressor amplifies everything by this, as the Web Audio specification computes it from the values below. */
const compressorGain = 1.148;
/** How fast the gain becomes the measured one, in seconds. */
const gainChangeSeconds = 0.1;
/** The lowest rate that browsers play at. */
const minPlaybackRate = 0.0625;

export interface ReplayAudioInput {
  /** Null: the beatmap has none. */
  readonly song: Song | null;
  readonly look: AppliedLook;
  /** The speed of the video, as a multiple of the speed of the play. */
  readonly videoSpeed: number;
}

export async function openReplayAudio(input: ReplayAudioInput): Promise<ReplayAudio> {
  const { song, videoSpeed } = input;
  const context = new AudioContext({ latencyHint: 'interactive' });
  const master = new GainNode(context);
  const level = new GainNode(context, { gain: usualGain / compressorGain });
  // Compress the sum of many sounds instead of clipping it.
  master
    .connect(level)
    .connect(new DynamicsCompressorNode(context, { threshold: -3, knee: 3, ratio: 20, attack: 0.001 }))
    .connect(context.destination);
  let { look } = input;
  const songGain = new GainNode(context, { gain: mixVolumes.song * look.volumes.song });
  songGain.connect(master);
  const element = song && openSong(song, context, songGain);
  const keepsPitch = song?.keepsPitch ?? true;
  let hitSounds: HitSoundPlayer = await loadHitSounds(look, context, master);
  // Measured while the viewer can already play: the gain is usually known before the first sound.
  void measureLiveGain(song, look).then((gain) => {
    level.gain.setTargetAtTime(gain / compressorGain, context.currentTime, gainChangeSeconds);
  });

  let speed = 1;
  let isPlaying = false;
  /** The clock: the audio context was at `at` seconds when the song was at `t` milliseconds. */
  let anchor = { t: look.span.start, at: 0 };
  /** Where playback started or continued; before the first sound is heard, the picture stays there. */
  let playedFrom = anchor.t;
  let offsetMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const songGainAt = (t: number) => mixVolumes.song * look.volumes.song * songVolumeAt(look.track, t);
  const videoRate = () => rateAt(look.ending.map.songClock, anchor.t) * videoSpeed;
  const rate = () => videoRate() * speed;
  const songTimeAt = (contextTime: number) => anchor.t + (contextTime - anchor.at) * 1000 * rate();
  /** The song time of the sound that is being made, which is heard a little later. */
  const madeTime = () => (isPlaying ? songTimeAt(context.currentTime) : anchor.t);
  const now = () => {
    if (!isPlaying) return anchor.t;
    const heard = songTimeAt(heardAt(context, performance.now()) - offsetMs / 1000);
    return Math.max(playedFrom, Math.min(heard, look.span.end));
  };
  const contextTimeOf = (t: number) => anchor.at + (t - anchor.t) / 1000 / rate();

  /** Schedules the sounds that start soon, and synchronizes the clock with the song. */
  function tick(): void {
    const t = madeTime();
    if (now() >= look.span.end) {
      pause();
      return;
    }
    // The rate may have changed since the last anchor.
    anchor = { t, at: context.currentTime };
    songGain.gain.value = songGainAt(t);
    if (element) followSong(element, t);
    hitSounds.startUntil(t + scheduleAheadMs * rate(), contextTimeOf);
  }

  /** Keeps the song at its place. The song's own clock is coarse, but audible: if they differ, the song wins. */
  function followSong(songElement: HTMLAudioElement, t: number): void {
    const { time, pace } = songPosition(look.ending, t);
    const songRate = rate() * pace;
    const isInSong = time >= 0 && time / 1000 < songElement.duration && songRate >= minPlaybackRate;
    if (!isInSong) {
      songElement.pause();
      return;
    }
    if (songElement.playbackRate !== songRate) songElement.playbackRate = songRate;
    // After a fail the song slows down and its pitch drops.
    songElement.preservesPitch = keepsPitch && pace === 1;
    if (songElement.paused) {
      songElement.currentTime = time / 1000;
      // Rejected if the song is paused again at once or cannot be decoded; the replay continues without it.
      songElement.play().catch(() => {});
    } else if (
      pace === 1 &&
      !songElement.seeking &&
      Math.abs(songElement.currentTime * 1000 - t) > maxDriftMs * Math.max(1, rate())
    ) {
      anchor = { t: songElement.currentTime * 1000, at: context.currentTime };
    }
  }

  /** Sets the clock, and cancels the sounds that were scheduled for other times. */
  function restartAt(t: number): void {
    anchor = { t: Math.max(look.span.start, Math.min(t, look.span.end)), at: context.currentTime };
    playedFrom = anchor.t;
    hitSounds.stop();
    hitSounds.startFrom(anchor.t);
  }

  function pause(): void {
    anchor = { t: now(), at: context.currentTime };
    isPlaying = false;
    clearInterval(timer);
    element?.pause();
    hitSounds.stop();
  }

  function seek(t: number): void {
    restartAt(t);
    const { time } = songPosition(look.ending, anchor.t);
    if (element && time >= 0) element.currentTime = time / 1000;
  }

  return {
    get span() {
      return look.span;
    },
    get currentRate() {
      return rate();
    },
    elapsedAt: (t) => realMsBetween(look.ending.map.songClock, look.span.start, t) / videoSpeed,
    timeAt: (elapsedMs) => songTimeAfter(look.ending.map.songClock, look.span.start, elapsedMs * videoSpeed),
    // The preview has no frames of its own; these are those of most screens and videos.
    frameMs: 1000 / 60,
    now,
    get isPlaying() {
      return isPlaying;
    },
    async play() {
      await context.resume();
      seek(now() >= look.span.end ? look.span.start : now());
      isPlaying = true;
      clearInterval(timer);
      timer = setInterval(tick, tickMs);
      tick();
    },
    pause,
    seek,
    setSpeed(next) {
      const [made, shown] = [madeTime(), now()];
      speed = next;
      restartAt(made);
      playedFrom = shown;
      if (isPlaying) tick();
    },
    setOffset(ms) {
      offsetMs = ms;
    },
    setVolume(volume) {
      master.gain.value = volume;
    },
    async applyLook(next) {
      const loaded = await loadHitSounds(next, context, master);
      const t = madeTime();
      look = next;
      hitSounds.stop();
      hitSounds = loaded;
      songGain.gain.value = songGainAt(t);
      // The current time may lie outside the new span.
      if (t < look.span.start || t > look.span.end) seek(t);
      else hitSounds.startFrom(t);
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
