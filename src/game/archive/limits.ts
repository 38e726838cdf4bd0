/** Limits on a ZIP archive, both for archives in memory and for uploads that are read from disk. */
export interface ArchiveLimits {
  /** Entries of any kind, folders included. */
  readonly maxEntries: number;
  /** Uncompressed size of all entries, counted while inflating: declared sizes are not trusted. */
  readonly maxTotalBytes: number;
  /** Uncompressed size of one entry, which may be held in memory. */
  readonly maxEntryBytes: number;
  /** Uncompressed size of all entries divided by the size of the archive. */
  readonly maxRatio: number;
  /** How many folders an entry may be nested in: 3 for `a/b/c/file`. */
  readonly maxFolderDepth: number;
  /** Whether entries may be .zip, .osk or .osz files; they are never opened. */
  readonly allowsNestedArchives: boolean;
}

const mebibyte = 1024 ** 2;
const gibibyte = 1024 * mebibyte;

/** Limits for skins, which anyone may upload: their structure is restricted, too. */
export const skinArchiveLimits: ArchiveLimits = {
  maxEntries: 10_000,
  maxTotalBytes: gibibyte,
  maxEntryBytes: 200 * mebibyte,
  maxRatio: 100,
  maxFolderDepth: 3,
  allowsNestedArchives: false,
};

/** Limits for beatmap sets: real sets have deep storyboard folders and contain forgotten archives. */
export const archiveLimits: ArchiveLimits = {
  ...skinArchiveLimits,
  maxFolderDepth: 16,
  allowsNestedArchives: true,
};
