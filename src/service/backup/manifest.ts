/** The first entry of a backup: where its contents come from. */
export interface Manifest {
  readonly format: 1;
  readonly version: string;
  readonly createdAt: string;
  /** The migrations that were applied to the database: hashes by file name. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly sequences: Readonly<Record<string, number>>;
  /** Whether the backup includes the objects in storage. */
  readonly hasObjects: boolean;
}

export const manifestName = 'backup.json';
/** `tables/<name>/<part>.jsonl.gz` */
export const tablesFolder = 'tables/';
/** `objects/<key>` */
export const objectsFolder = 'objects/';

/** All folders of the storage, except for skin previews, which are drawn again on demand, and segments. */
export const storedFolders = [
  'analytics/',
  'beatmaps/',
  'gifs/',
  'logs/',
  'replays/',
  'skins/',
  'thumbnails/',
  'videos/',
  'webps/',
] as const;
