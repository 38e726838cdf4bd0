import { modsOf, requireSupportedMods } from '../../game/mods/index.ts';
import { readReplay, requireRenderable } from '../../game/replay/index.ts';
import { namingFile } from '../../game/together/index.ts';
import { requireReplay } from '../input/read-replay-file.ts';
import { type Inspection, refusalOf, songTime } from './inspection.ts';

const modeNames = ['osu!standard', 'osu!taiko', 'osu!catch', 'osu!mania'];

export function inspectReplay(bytes: Uint8Array, path: string): Inspection {
  requireReplay(path, bytes);
  const replay = namingFile(path, () => readReplay(bytes));
  const { header, frames, seed, scoreInfo } = replay;
  const { counts } = header;
  const mods = modsOf(replay);
  const { times, count } = frames;
  const first = times[0];
  const last = times[count - 1];
  return {
    facts: [
      ['replay', modeNames[header.mode] ?? `mode ${header.mode}`],
      ['client', `${header.version} (${mods.rules} rules)`],
      ['player', header.player],
      ['played', header.playedAtUnixMs === null ? 'no valid date' : new Date(header.playedAtUnixMs).toISOString()],
      ['beatmap', header.beatmapMd5],
      ['mods', mods.acronyms.join(' ') || 'none'],
      ['counts', `300 ${counts.n300}, 100 ${counts.n100}, 50 ${counts.n50}, miss ${counts.miss}`],
      ['', `geki ${counts.geki}, katu ${counts.katu}`],
      ['max combo', `${header.maxCombo}${header.perfect ? ' (perfect)' : ''}`],
      ['score', header.score],
      ['frames', count],
      ['song time', first === undefined || last === undefined ? null : `${songTime(first)} to ${songTime(last)}`],
      ['seed', seed],
      ['life graph', `${header.lifeGraph.length} points`],
      ['online id', header.onlineId === null ? null : String(header.onlineId)],
      ['lazer', scoreInfo?.clientVersion ?? null, Object.entries(scoreInfo?.statistics ?? {})],
    ],
    refusal: refusalOf(() => {
      requireRenderable(replay);
      requireSupportedMods(mods);
    }),
  };
}
