import { mapLengthMs } from '../../game/beatmap/index.ts';
import { displayedName, finalPlaces } from '../../game/together/index.ts';
import type { Together } from '../scene/index.ts';
import type { OpenedPlay, VideoAssets } from '../scene-loader/index.ts';
import type { RenderedPlay, RenderedPlayer } from './request.ts';

/** Summarises the play that is rendered, and all players if there are several. */
export function describePlay(opened: OpenedPlay, players: readonly RenderedPlayer[] = []): RenderedPlay {
  const { artist, title, artistUnicode, titleUnicode, version, beatmapId } = opened.beatmap.metadata;
  return {
    player: opened.replay.header.player,
    mods: opened.mods.acronyms,
    map: { artist, title, artistUnicode, titleUnicode, version, id: onlineId(beatmapId), md5: opened.beatmapMd5 },
    lengthSeconds: mapLengthMs(opened.play.map) / 1000,
    stars: opened.stars,
    pp: opened.pp,
    result: opened.play.result,
    ...(players.length > 0 && { players }),
  };
}

/** Summarises the players of a video of several plays; none for one play. */
export function describePlayers({
  together,
  scenes,
}: {
  readonly together: Together | undefined;
  readonly scenes: VideoAssets;
}): RenderedPlayer[] {
  if (together) return playersOf(together);
  if (scenes.length === 1) return [];
  return scenes.map(({ opened: { replay, mods, play } }, i) => ({
    player: displayedName(replay, i + 1),
    mods: mods.acronyms,
    result: play.result,
  }));
}

function playersOf({ tracks, knockout, orderBy }: Together): RenderedPlayer[] {
  const places = finalPlaces(tracks, { knockout, orderBy });
  return tracks.map(({ name, mods, result }, player) => ({
    player: name,
    mods: mods.acronyms,
    result,
    place: places[player] ?? 0,
    ...(knockout && { droppedOutAt: knockout.dropOuts[player]?.time ?? null }),
  }));
}

/** Maps that were never submitted have 0 or -1. */
function onlineId(id: number): number | null {
  return id > 0 && id < 2 ** 31 ? id : null;
}
