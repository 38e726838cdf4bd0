/** The first entry of a backup: what it is of. */
export interface Manifest {
  readonly format: 1;
  readonly version: string;
  readonly createdAt: string;
  /** The names of the migrations the database had had, with the hashes of their contents. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly sequences: Readonly<Record<string, number>>;
  /** Whether the objects of the storage are in it too. */
  readonly hasObjects: boolean;
}

export const manifestName = 'backup.json';
/** `tables/<name>/<part>.jsonl.gz` */
export const tablesFolder = 'tables/';
/** `objects/<key>` */
export const objectsFolder = 'objects/';

/** Everything that is ever stored, but the previews of skins, which are drawn again when somebody looks. */
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
