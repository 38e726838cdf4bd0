/** A mirror with .osz files. Templates contain `{set}` for the set id or `{md5}` for the map's MD5. */
export interface Mirror {
  /** Its domain: downloads may be redirected to any host of it. */
  readonly name: string;
  readonly download: string;
  /** The lookup of a map's set id, if the mirror has one. */
  readonly lookup?: LookupEndpoint;
}

/** The value of BEATMAP_MIRRORS: templates, and addresses of hosts that the mirrors redirect to. */
export type ConfiguredMirrors = 'public' | readonly string[];

export interface LookupEndpoint {
  readonly url: string;
  /** The path of the set id in the response. */
  readonly setIdPath: readonly string[];
}

/** The set id in the responses of the osu! API and its imitators. */
export const osuApiSetIdPath = ['beatmapset_id'] as const;

/**
 * The public mirrors, with the URLs that widely used programs request. They give no guarantees, so several are
 * used and every download is verified. Source of each URL:
 *
 * - catboy.best (Mino): its own documentation, dev.catboy.best/docs, and osu-droid's listing of mirrors.
 * - osu.direct: osu-droid requests `api/v2/md5` for the status of a map; the download is in the table of osu-collect.
 * - nerinyan.moe: Nerinyan/nerinyan-api-v2, and the table of osu-collect. It finds sets only by search.
 * - sayobot.cn: `v2/beatmapinfo` takes a number or an MD5 as `K`, with `T=1`, and returns the set under `data`; the download is
 *   in the table of osu-collect.
 * - nekoha.moe and beatconnect.io: the table of osu-collect (uwuclxdy/osu-collect, its wiki's page "Mirrors").
 */
export const publicMirrors: readonly Mirror[] = [
  {
    name: 'catboy.best',
    download: 'https://catboy.best/d/{set}',
    lookup: { url: 'https://catboy.best/api/v2/md5/{md5}', setIdPath: osuApiSetIdPath },
  },
  {
    name: 'osu.direct',
    download: 'https://osu.direct/api/d/{set}',
    lookup: { url: 'https://osu.direct/api/v2/md5/{md5}', setIdPath: osuApiSetIdPath },
  },
  { name: 'nerinyan.moe', download: 'https://api.nerinyan.moe/d/{set}' },
  {
    name: 'sayobot.cn',
    download: 'https://dl.sayobot.cn/beatmaps/download/full/{set}',
    lookup: { url: 'https://api.sayobot.cn/v2/beatmapinfo?K={md5}&T=1', setIdPath: ['data', 'sid'] },
  },
  { name: 'nekoha.moe', download: 'https://mirror.nekoha.moe/api4/download/{set}' },
  { name: 'beatconnect.io', download: 'https://beatconnect.io/b/{set}' },
];

/** Configured mirrors have no lookup of set ids; the public mirrors are used for it. */
export const publicLookups: readonly LookupEndpoint[] = publicMirrors.flatMap(({ lookup }) => (lookup ? [lookup] : []));

export function mirrorsOf(configured: ConfiguredMirrors): readonly Mirror[] {
  if (configured === 'public') return publicMirrors;
  return configured.filter(isTemplate).map((download) => ({ name: new URL(download).hostname, download }));
}

/** The hosts that are listed only because a mirror redirects to them. */
export function redirectHostsOf(configured: ConfiguredMirrors): string[] {
  if (configured === 'public') return [];
  return configured.filter((address) => !isTemplate(address)).map((address) => new URL(address).host);
}

function isTemplate(address: string): boolean {
  return address.includes('{');
}
