import { createLoudnessMeter, mixGain, mixVolumes } from '../../../rendering/scene/index.ts';
import { type AppliedLook, type Song, soundKey } from '../scene-worker/messages.ts';

/** High enough to measure loudness, and a song of three minutes takes only 23 MB. */
const sampleRate = 16_000;
/** Longer songs are not measured: they would take too much memory. */
const maxMinutes = 12;
const maxSongBytes = 32 * 1024 * 1024;

/** The gain of a usual song, until its own is known. */
export const usualGain = 0.7;

/**
 * Returns the gain that gives a play the loudness of its video. The video measures its mix exactly; this adds song and
 * sounds in song time, at fewer samples per second, which is not exact.
 */
export async function measureLiveGain(song: Song | null, look: AppliedLook): Promise<number> {
  const { start, end } = look.span;
  if (end - start > maxMinutes * 60_000 || (song?.bytes.length ?? 0) > maxSongBytes) return usualGain;
  const context = new OfflineAudioContext({ numberOfChannels: 2, length: 1, sampleRate });
  const mix = new Float32Array(Math.ceil((Math.max(0, end - start) / 1000) * sampleRate) * 2);
  const frameOf = (t: number) => Math.round(((t - start) / 1000) * sampleRate);
  const decoded = song && (await decode(context, song.bytes));
  if (decoded) addSound(mix, decoded, { from: frameOf(0), volume: mixVolumes.song });

  const sounds = new Map<string, AudioBuffer | null>();
  for (const [key, bytes] of look.sounds) sounds.set(key, await decode(context, bytes));
  for (const { sound, time, volume } of look.track.events) {
    const buffer = sounds.get(soundKey(sound));
    if (buffer) addSound(mix, buffer, { from: frameOf(time), volume: volume * mixVolumes.sounds });
  }
  for (const { sound, start: from, end: until, steps } of look.track.loops) {
    const buffer = sounds.get(soundKey(sound));
    if (!buffer) continue;
    const volume = steps[0].volume * mixVolumes.sounds;
    for (let frame = frameOf(from); frame < frameOf(until); frame += buffer.length) {
      addSound(mix, buffer, { from: frame, until: frameOf(until), volume });
    }
  }
  const meter = createLoudnessMeter(sampleRate);
  meter.add(mix);
  return mixGain(meter.integrated());
}

async function decode(context: BaseAudioContext, bytes: Uint8Array): Promise<AudioBuffer | null> {
  try {
    return await context.decodeAudioData(Uint8Array.from(bytes).buffer);
  } catch {
    return null;
  }
}

function addSound(
  mix: Float32Array,
  buffer: AudioBuffer,
  { from, until = Number.POSITIVE_INFINITY, volume }: { from: number; until?: number; volume: number },
): void {
  for (let side = 0; side < 2; side++) {
    const samples = buffer.getChannelData(Math.min(side, buffer.numberOfChannels - 1));
    const end = Math.min(mix.length / 2, until, from + samples.length);
    for (let frame = Math.max(0, from); frame < end; frame++) {
      mix[2 * frame + side]! += samples[frame - from]! * volume;
    }
  }
}
