import type { SkinSound } from '../../../game/skin/index.ts';
import type { SoundEvent, SoundLoop, SoundTrack } from '../../scene/index.ts';
import { sampleRate } from '../encoder.ts';
import { createLoopPlayer, type FramedStep, type LoopPlayer } from './loop-player.ts';
import type { PcmStream } from './pcm-stream.ts';
import { decodeSample, maxSampleSeconds } from './sample.ts';
import { createSampleCache } from './sample-cache.ts';
import { createSamplePlayer } from './sample-player.ts';
import { createSilence } from './silence.ts';
import { createVolumeScaler } from './volume-curve.ts';

export interface MixInput {
  /** From `openSong`, beginning where the video begins; null for a video without a song. */
  readonly song: PcmStream | null;
  readonly track: SoundTrack;
  /** Returns the bytes of a sound's file; null if there is none. */
  readonly soundBytes: (sound: SkinSound) => Uint8Array | null;
  /** Maps song time to video time. */
  readonly videoMsAt: (songMs: number) => number;
  /** The factor of each part; 0 is silent. */
  readonly volumes: { readonly song: number; readonly sounds: number };
  /** Fades of the whole mix, in milliseconds of video: silence before `fromMs`, and `endMs` is the video's length. */
  readonly fades?: { readonly fromMs: number; readonly inMs: number; readonly outMs: number; readonly endMs: number };
}

/** Mixes song and sounds into an endless stream: silence follows the last sound. Peaks are not limited. */
export function sumSounds({ song, track, soundBytes, videoMsAt, volumes, fades }: MixInput): PcmStream {
  const frameOf = (songMs: number) => Math.round((videoMsAt(songMs) / 1000) * sampleRate);
  const samplesOf = createSampleCache(
    ({ sound, speed = 1 }: Pick<SoundEvent, 'sound' | 'speed'>) => {
      const bytes = soundBytes(sound);
      return bytes && decodeSample(bytes, speed);
    },
    ({ sound: { source, file }, speed = 1 }) => `${source}/${file} ${speed}`,
  );
  const scaleSong =
    track.songVolume &&
    createVolumeScaler({
      frames: track.songVolume.map(({ time }) => frameOf(time)),
      volumes: track.songVolume.map(({ volume }) => volume),
    });
  const samplePlayer = createSamplePlayer();
  const silence = createSilence();
  const events = track.events.filter(({ time }) => Number.isFinite(time));
  const loops = track.loops.filter(({ start, end }) => Number.isFinite(start) && Number.isFinite(end) && end > start);
  let loopPlayers: LoopPlayer[] = [];
  let nextEvent = 0;
  let nextLoop = 0;
  let frame = 0;

  function playEvent(event: SoundEvent): void {
    const start = frameOf(event.time);
    // A sound that ends before the video begins need not be decoded.
    if (start <= -maxSampleFrames) return;
    const samples = samplesOf(event);
    if (samples) samplePlayer.play(samples, start, { volume: event.volume * volumes.sounds, balance: event.balance });
  }

  function playLoop(loop: SoundLoop): void {
    const end = frameOf(loop.end);
    const samples = end > 0 ? samplesOf({ sound: loop.sound }) : null;
    if (!samples) return;
    const toFramedStep = ({ time, volume, balance, speed }: SoundLoop['steps'][0]): FramedStep => ({
      frame: frameOf(time),
      volume: volume * volumes.sounds,
      balance,
      speed,
    });
    const [first, ...rest] = loop.steps;
    loopPlayers.push(
      createLoopPlayer(samples, {
        start: frameOf(loop.start),
        end,
        steps: [toFramedStep(first), ...rest.map(toFramedStep)],
      }),
    );
  }

  return {
    read(frames) {
      const out = silence(frames * 2);
      const end = frame + frames;
      if (song) {
        out.set(song.read(frames));
        scale(out, volumes.song);
        scaleSong?.(out, frame);
      }
      for (let event = events[nextEvent]; event && frameOf(event.time) < end; event = events[++nextEvent])
        playEvent(event);
      for (let loop = loops[nextLoop]; loop && frameOf(loop.start) < end; loop = loops[++nextLoop]) playLoop(loop);
      samplePlayer.mixInto(out, frame);
      for (const player of loopPlayers) player.mixInto(out, frame);
      loopPlayers = loopPlayers.filter((player) => player.end > end);
      if (fades) fade(out, frame, fades);
      frame = end;
      return out;
    },
    close() {
      song?.close();
    },
  };
}

/** No sample is longer. */
const maxSampleFrames = maxSampleSeconds * sampleRate;

function scale(samples: Float32Array, gain: number): void {
  for (let index = 0; index < samples.length; index++) samples[index]! *= gain;
}

function fade(out: Float32Array, from: number, fades: NonNullable<MixInput['fades']>): void {
  const { fromMs, inMs, outMs, endMs } = fades;
  const startMs = (from * 1000) / sampleRate;
  const untilMs = startMs + (out.length * 500) / sampleRate;
  if (startMs >= fromMs + inMs && untilMs <= endMs - outMs) return;
  for (let index = 0; index < out.length; index += 2) {
    const ms = ((from + index / 2) * 1000) / sampleRate;
    const fadeIn = inMs > 0 ? Math.max(0, ms - fromMs) / inMs : 1;
    const gain = ms < fromMs ? 0 : Math.min(1, fadeIn, outMs > 0 ? Math.max(0, endMs - ms) / outMs : 1);
    if (gain === 1) continue;
    out[index]! *= gain;
    out[index + 1]! *= gain;
  }
}
