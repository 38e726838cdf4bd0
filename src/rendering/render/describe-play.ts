import type { OpenedPlay } from '../scene-loader/index.ts';
import type { RenderedPlay } from './request.ts';

/** Summarises the play that is rendered. */
export function describePlay(opened: OpenedPlay): RenderedPlay {
  const { artist, title, version } = opened.beatmap.metadata;
  return {
    player: opened.replay.header.player,
    mods: opened.mods.acronyms,
    map: { artist, title, version, md5: opened.beatmapMd5 },
    stars: opened.stars,
    pp: opened.pp,
    result: opened.play.result,
  };
}
