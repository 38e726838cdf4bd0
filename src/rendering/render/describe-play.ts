import { realMsBetween } from '../../game/beatmap/index.ts';
import type { OpenedPlay } from '../scene-loader/index.ts';
import type { RenderedPlay } from './request.ts';

/** Summarises the play that is rendered. */
export function describePlay(opened: OpenedPlay): RenderedPlay {
  const { artist, title, artistUnicode, titleUnicode, version, beatmapId } = opened.beatmap.metadata;
  const { objects, songClock } = opened.play.map;
  return {
    player: opened.replay.header.player,
    mods: opened.mods.acronyms,
    map: { artist, title, artistUnicode, titleUnicode, version, id: onlineId(beatmapId), md5: opened.beatmapMd5 },
    lengthSeconds: realMsBetween(songClock, objects[0]?.startTime ?? 0, objects.at(-1)?.endTime ?? 0) / 1000,
    stars: opened.stars,
    pp: opened.pp,
    result: opened.play.result,
  };
}

/** Maps that were never submitted have 0 or -1. */
function onlineId(id: number): number | null {
  return id > 0 && id < 2 ** 31 ? id : null;
}
