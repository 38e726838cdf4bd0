/** What an archive may ask of us. The skin upload, which streams from disk, and the reader of bytes share these. */
export interface ArchiveLimits {
  /** Members of any kind, folders included. */
  readonly entries: number;
  /** All members uncompressed, counted while inflating: the sizes an archive declares are never believed. */
  readonly totalBytes: number;
  /** One member, which a reader of bytes holds in memory whole. */
  readonly memberBytes: number;
  /** All members uncompressed, against the size of the archive itself. */
  readonly ratio: number;
  /** Folders a member may lie in: `a/b/c/file` has 3. */
  readonly folders: number;
  /** Whether a .zip, .osk or .osz may be a member; it is never opened. */
  readonly nestedArchives: boolean;
}

const MIB = 1024 ** 2;
const GIB = 1024 * MIB;

/** Skins are uploaded by anyone, so their shape is bounded as well. */
export const skinArchiveLimits: ArchiveLimits = {
  entries: 10_000,
  totalBytes: GIB,
  memberBytes: 200 * MIB,
  ratio: 100,
  folders: 3,
  nestedArchives: false,
};

/** Beatmap sets in the wild have deep storyboard folders and forgotten archives in them. */
export const archiveLimits: ArchiveLimits = {
  ...skinArchiveLimits,
  folders: 16,
  nestedArchives: true,
};
