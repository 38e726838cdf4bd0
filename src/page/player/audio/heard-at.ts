/** What `heardAt` needs of an audio context. */
export type OutputClock = Pick<AudioContext, 'currentTime' | 'getOutputTimestamp'> &
  Partial<Pick<AudioContext, 'outputLatency' | 'baseLatency'>>;

/** Latencies above this are not believed: Bluetooth devices have up to 0.3 s. */
const maxLatency = 1;

/**
 * Returns the time of the audio context that a listener hears at `performanceNow`. The context makes sound ahead of that,
 * by 50 ms on many devices, so a picture drawn at its current time would be early.
 */
export function heardAt(context: OutputClock, performanceNow: number): number {
  const { currentTime } = context;
  const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
  if (contextTime > 0 && performanceTime > 0) {
    const heard = contextTime + (performanceNow - performanceTime) / 1000;
    if (heard <= currentTime && heard > currentTime - maxLatency) return heard;
  }
  return currentTime - Math.min(maxLatency, context.outputLatency ?? context.baseLatency ?? 0);
}
