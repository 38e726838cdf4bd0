/** What an archive may ask of us. The skin upload, which streams from disk, and the reader of bytes share these. */
export interface ArchiveLimits {
  /** Members of any kind, folders included. */
  readonly maxEntries: number;
  /** All members uncompressed, counted while inflating: the sizes an archive declares are never believed. */
  readonly maxTotalBytes: number;
  /** One member, which a reader of bytes holds in memory whole. */
  readonly maxMemberBytes: number;
  /** All members uncompressed, against the size of the archive itself. */
  readonly maxRatio: number;
  /** Folders a member may lie in: `a/b/c/file` has 3. */
  readonly maxFolderDepth: number;
  /** Whether a .zip, .osk or .osz may be a member; it is never opened. */
  readonly allowsNestedArchives: boolean;
}

const mebibyte = 1024 ** 2;
const gibibyte = 1024 * mebibyte;

/** Skins are uploaded by anyone, so their shape is bounded as well. */
export const skinArchiveLimits: ArchiveLimits = {
  maxEntries: 10_000,
  maxTotalBytes: gibibyte,
  maxMemberBytes: 200 * mebibyte,
  maxRatio: 100,
  maxFolderDepth: 3,
  allowsNestedArchives: false,
};

/** Beatmap sets in the wild have deep storyboard folders and forgotten archives in them. */
export const archiveLimits: ArchiveLimits = {
  ...skinArchiveLimits,
  maxFolderDepth: 16,
  allowsNestedArchives: true,
};
