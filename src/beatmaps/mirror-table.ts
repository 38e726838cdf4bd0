/** A place that gives .osz files away. Templates name the set by `{set}`, or the map by `{md5}`. */
export interface Mirror {
  readonly name: string;
  readonly download: string;
}

/**
 * The public mirrors, under the addresses by which programs in wide use ask them; the services promise nothing, which is
 * why each is only one of several and what it answers is checked.
 */
export const publicMirrors: readonly Mirror[] = [
  { name: 'catboy.best', download: 'https://catboy.best/d/{set}' },
  { name: 'osu.direct', download: 'https://osu.direct/api/d/{set}' },
  { name: 'nerinyan.moe', download: 'https://api.nerinyan.moe/d/{set}' },
];

/** Whom to ask for the set that a map is of: both answer a beatmap as the osu! API does, with its `beatmapset_id`. */
export const publicLookups: readonly string[] = [
  'https://catboy.best/api/v2/md5/{md5}',
  'https://osu.direct/api/v2/md5/{md5}',
];

export function mirrorsOf(templates: 'public' | readonly string[]): readonly Mirror[] {
  if (templates === 'public') return publicMirrors;
  return templates.map((download) => ({ name: new URL(download).hostname, download }));
}
