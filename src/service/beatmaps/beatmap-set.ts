/** A beatmap set on this machine: an .osz, or the folder that contains the .osu. */
export interface BeatmapSet {
  readonly kind: 'archive' | 'folder';
  readonly path: string;
}
