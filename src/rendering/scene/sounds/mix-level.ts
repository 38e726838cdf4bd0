/** The volumes of the parts of a mix before its gain: hit sounds are a little louder than the song. */
export const mixVolumes = { song: 0.7, sounds: 0.8 } as const;

/** The loudness of every video, in LUFS. Video sites turn louder sound down to this level. */
const targetLoudness = -14;

/** A very quiet mix stays quiet: more gain would raise its noise, and its peaks far above full scale. */
const maxGainDb = 9;

/**
 * The constant gain that brings a mix from its loudness, in LUFS, to the target. A mix without measurable sound keeps its
 * level.
 */
export function mixGain(loudness: number | null): number {
  return loudness === null ? 1 : 10 ** (Math.min(maxGainDb, targetLoudness - loudness) / 20);
}
