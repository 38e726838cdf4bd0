/** A place that gives .osz files away. Templates name the set by `{set}`, or the map by `{md5}`. */
export interface Mirror {
  readonly name: string;
  readonly download: string;
  /** Where it tells the set of a map, if it does. */
  readonly lookup?: LookupDialect;
}

export interface LookupDialect {
  readonly address: string;
  /** Where in the answer the number of the set stands. */
  readonly setAt: readonly string[];
}

/** As the osu! API answers a beatmap, and whoever takes after it. */
export const likeOsu = ['beatmapset_id'] as const;

/**
 * The public mirrors, under the addresses by which programs in wide use ask them. The services promise nothing, which is
 * why each is only one of several, and why what it answers is checked. Where each form was seen:
 *
 * - catboy.best (Mino): its own documentation, dev.catboy.best/docs, and osu-droid's listing of mirrors.
 * - osu.direct: osu-droid asks `api/v2/md5` for the state of a map; the download is in the table of osu-collect.
 * - nerinyan.moe: Nerinyan/nerinyan-api-v2, and the table of osu-collect. It tells sets by their search alone.
 * - sayobot.cn: `v2/beatmapinfo` takes a number or an MD5 as `K`, with `T=1`, and answers under `data`; the download is
 *   in the table of osu-collect.
 * - nekoha.moe and beatconnect.io: the table of osu-collect (uwuclxdy/osu-collect, its wiki's page "Mirrors").
 */
export const publicMirrors: readonly Mirror[] = [
  {
    name: 'catboy.best',
    download: 'https://catboy.best/d/{set}',
    lookup: { address: 'https://catboy.best/api/v2/md5/{md5}', setAt: likeOsu },
  },
  {
    name: 'osu.direct',
    download: 'https://osu.direct/api/d/{set}',
    lookup: { address: 'https://osu.direct/api/v2/md5/{md5}', setAt: likeOsu },
  },
  { name: 'nerinyan.moe', download: 'https://api.nerinyan.moe/d/{set}' },
  {
    name: 'sayobot.cn',
    download: 'https://dl.sayobot.cn/beatmaps/download/full/{set}',
    lookup: { address: 'https://api.sayobot.cn/v2/beatmapinfo?K={md5}&T=1', setAt: ['data', 'sid'] },
  },
  { name: 'nekoha.moe', download: 'https://mirror.nekoha.moe/api4/download/{set}' },
  { name: 'beatconnect.io', download: 'https://beatconnect.io/b/{set}' },
];

/** An operator's own mirrors tell no sets: the public ones are asked for them. */
export const publicLookups: readonly LookupDialect[] = publicMirrors.flatMap(({ lookup }) => (lookup ? [lookup] : []));

export function mirrorsOf(templates: 'public' | readonly string[]): readonly Mirror[] {
  if (templates === 'public') return publicMirrors;
  return templates.map((download) => ({ name: new URL(download).hostname, download }));
}
