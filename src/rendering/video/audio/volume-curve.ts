/** A volume that changes in straight lines between points; before the first point and after the last it stays. */
export interface VolumeCurve {
  /** Ordered frames of the stream, and the volume at each. */
  readonly frames: readonly number[];
  readonly volumes: readonly number[];
}

/** Returns a function that multiplies stereo samples by a curve; the calls must be in the order of the stream. */
export function createVolumeScaler({ frames, volumes }: VolumeCurve): (samples: Float32Array, from: number) => void {
  let next = 0;
  return (samples, from) => {
    for (let index = 0; index < samples.length; index += 2) {
      const frame = from + index / 2;
      while (next < frames.length && frames[next]! <= frame) next++;
      const before = volumes[next - 1] ?? volumes[0] ?? 1;
      const after = volumes[next] ?? before;
      const start = frames[next - 1] ?? frame;
      const end = frames[next] ?? frame;
      const volume = end > start ? before + (after - before) * ((frame - start) / (end - start)) : before;
      samples[index]! *= volume;
      samples[index + 1]! *= volume;
    }
  };
}
