import { type LoopStep, mixVolumes, type SoundEvent, type SoundLoop } from '../../../rendering/scene/index.ts';
import { type AppliedLook, soundKey } from '../scene-worker/messages.ts';

/** Plays every sound except the song. */
export interface HitSoundPlayer {
  /** Sets the time from which `startUntil` starts sounds; loops that are running at that time start in the middle. */
  startFrom(t: number): void;
  /** Schedules the sounds that start before `t`; `contextTimeOf` converts song time to time of the audio context. */
  startUntil(t: number, contextTimeOf: (t: number) => number): void;
  /** Stops all playing and scheduled sounds. */
  stop(): void;
}

export async function loadHitSounds(
  { track, sounds, volumes }: AppliedLook,
  context: AudioContext,
  output: AudioNode,
): Promise<HitSoundPlayer> {
  const buffers = await decodeAll(sounds, context);
  const volume = mixVolumes.sounds * volumes.sounds;
  const activeSources = new Set<AudioScheduledSourceNode>();
  let nextEvent = 0;
  let nextLoop = 0;
  let from = 0;

  function startEvent(event: SoundEvent, contextTimeOf: (t: number) => number): void {
    const connected = connectSound(event, { playbackRate: event.speed ?? 1 });
    if (!connected) return;
    const at = Math.max(contextTimeOf(event.time), context.currentTime);
    connected.gains.forEach(({ gain }, channel) => {
      gain.value = volume * gainOf(event, channel);
    });
    connected.source.start(at);
  }

  function startLoop(loop: SoundLoop, contextTimeOf: (t: number) => number): void {
    const connected = connectSound(loop, { loop: true });
    if (!connected) return;
    const { source, gains } = connected;
    const start = Math.max(loop.start, from);
    const at = Math.max(contextTimeOf(start), context.currentTime);
    const isAhead = ({ time }: LoopStep) => time > start;
    const current = loop.steps.findLast((step) => !isAhead(step)) ?? loop.steps[0];
    for (const step of [current, ...loop.steps.filter(isAhead)]) {
      const when = step === current ? at : Math.max(at, contextTimeOf(step.time));
      source.playbackRate.setValueAtTime(step.speed, when);
      for (const [channel, { gain }] of gains.entries()) gain.setValueAtTime(volume * gainOf(step, channel), when);
    }
    source.start(at);
    source.stop(Math.max(at, contextTimeOf(loop.end)));
  }

  /** Connects a sound with one gain per channel; null if it could not be decoded. */
  function connectSound({ sound }: Pick<SoundEvent, 'sound'>, options: AudioBufferSourceOptions) {
    const buffer = buffers.get(soundKey(sound));
    if (!buffer) return null;
    const source = new AudioBufferSourceNode(context, { buffer, ...options });
    const gains = [new GainNode(context), new GainNode(context)];
    const split = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
    const merge = new ChannelMergerNode(context, { numberOfInputs: 2 });
    source.connect(split);
    gains.forEach((gain, channel) => {
      // A mono sound goes to both channels.
      split.connect(gain, Math.min(channel, buffer.numberOfChannels - 1)).connect(merge, 0, channel);
    });
    merge.connect(output);
    source.onended = () => {
      activeSources.delete(source);
      merge.disconnect();
    };
    activeSources.add(source);
    return { source, gains };
  }

  return {
    startFrom(t) {
      from = t;
      nextEvent = indexOfFirst(track.events, ({ time }) => time >= t);
      nextLoop = indexOfFirst(track.loops, ({ end }) => end > t);
    },
    startUntil(t, contextTimeOf) {
      for (let event = track.events[nextEvent]; event && event.time < t; event = track.events[++nextEvent]) {
        startEvent(event, contextTimeOf);
      }
      for (let loop = track.loops[nextLoop]; loop && loop.start < t; loop = track.loops[++nextLoop]) {
        if (loop.end > from) startLoop(loop, contextTimeOf);
      }
    },
    stop() {
      for (const source of activeSources) source.stop();
      activeSources.clear();
    },
  };
}

/** Keeps the volume of the nearer channel and lowers the other one, as the mixer of the video does. */
function gainOf(how: { readonly volume: number; readonly balance: number }, channel: number): number {
  const away = channel === 0 ? how.balance : -how.balance;
  return how.volume * Math.min(1, 1 - away);
}

function indexOfFirst<T>(list: readonly T[], matches: (item: T) => boolean): number {
  const found = list.findIndex(matches);
  return found === -1 ? list.length : found;
}

/** Leaves out sounds that cannot be decoded. */
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
