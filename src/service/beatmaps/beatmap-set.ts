/** A beatmap with the files beside it, on this machine: an .osz, or the folder its .osu lies in. */
export interface BeatmapSet {
  readonly kind: 'archive' | 'folder';
  readonly path: string;
}
