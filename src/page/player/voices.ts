import type { LoopStep, SoundEvent, SoundLoop } from '../../rendering/scene/index.ts';
import { soundKey, type Worn } from './messages.ts';

/** Everything that is heard besides the song, started as its time comes. */
export interface Voices {
  /** From which moment on `startUntil` starts sounds; loops that are under way then are taken up in their middle. */
  startFrom(t: number): void;
  /** Hands over what begins before a moment; `timeOf` is the context's time of a song time. */
  startUntil(t: number, timeOf: (t: number) => number): void;
  /** Ends all that sounds, or is to sound. */
  stop(): void;
}

/** Hit sounds stand out a little from the song, as in the video. */
const usualVolume = 0.8;

export async function loadVoices(
  { track, sounds, volumes }: Worn,
  context: AudioContext,
  into: AudioNode,
): Promise<Voices> {
  const buffers = await decodeAll(sounds, context);
  const volume = usualVolume * volumes.sounds;
  const sounding = new Set<AudioScheduledSourceNode>();
  let nextEvent = 0;
  let nextLoop = 0;
  let from = 0;

  function startEvent(event: SoundEvent, timeOf: (t: number) => number): void {
    const voice = voiceOf(event, { playbackRate: event.speed ?? 1 });
    if (!voice) return;
    const at = Math.max(timeOf(event.time), context.currentTime);
    voice.sides.forEach(({ gain }, side) => {
      gain.value = volume * gainOf(event, side);
    });
    voice.source.start(at);
  }

  function startLoop(loop: SoundLoop, timeOf: (t: number) => number): void {
    const voice = voiceOf(loop, { loop: true });
    if (!voice) return;
    const { source, sides } = voice;
    const begin = Math.max(loop.start, from);
    const at = Math.max(timeOf(begin), context.currentTime);
    const isAhead = ({ time }: LoopStep) => time > begin;
    const current = loop.steps.findLast((step) => !isAhead(step)) ?? loop.steps[0];
    for (const step of [current, ...loop.steps.filter(isAhead)]) {
      const when = step === current ? at : Math.max(at, timeOf(step.time));
      source.playbackRate.setValueAtTime(step.speed, when);
      for (const [side, { gain }] of sides.entries()) gain.setValueAtTime(volume * gainOf(step, side), when);
    }
    source.start(at);
    source.stop(Math.max(at, timeOf(loop.end)));
  }

  /** A sound on its way to the ear, each side as loud as it will be told; null for one that could not be decoded. */
  function voiceOf({ sound }: Pick<SoundEvent, 'sound'>, options: AudioBufferSourceOptions) {
    const buffer = buffers.get(soundKey(sound));
    if (!buffer) return null;
    const source = new AudioBufferSourceNode(context, { buffer, ...options });
    const sides = [new GainNode(context), new GainNode(context)];
    const split = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
    const merge = new ChannelMergerNode(context, { numberOfInputs: 2 });
    source.connect(split);
    sides.forEach((gain, side) => {
      // What has one channel is heard on both sides.
      split.connect(gain, Math.min(side, buffer.numberOfChannels - 1)).connect(merge, 0, side);
    });
    merge.connect(into);
    source.onended = () => {
      sounding.delete(source);
      merge.disconnect();
    };
    sounding.add(source);
    return { source, sides };
  }

  return {
    startFrom(t) {
      from = t;
      nextEvent = firstAfter(track.events, ({ time }) => time >= t);
      nextLoop = firstAfter(track.loops, ({ end }) => end > t);
    },
    startUntil(t, timeOf) {
      for (let event = track.events[nextEvent]; event && event.time < t; event = track.events[++nextEvent]) {
        startEvent(event, timeOf);
      }
      for (let loop = track.loops[nextLoop]; loop && loop.start < t; loop = track.loops[++nextLoop]) {
        if (loop.end > from) startLoop(loop, timeOf);
      }
    },
    stop() {
      for (const source of sounding) source.stop();
      sounding.clear();
    },
  };
}

/** The side a sound comes from is as loud as it is, the other one less: as the mixer of the video does it. */
function gainOf(how: { readonly volume: number; readonly balance: number }, side: number): number {
  const away = side === 0 ? how.balance : -how.balance;
  return how.volume * Math.min(1, 1 - away);
}

function firstAfter<T>(list: readonly T[], isAfter: (item: T) => boolean): number {
  const found = list.findIndex(isAfter);
  return found === -1 ? list.length : found;
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
