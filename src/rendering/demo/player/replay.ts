import { createHash } from 'node:crypto';
import { parseBeatmap, prepareMap } from '../../../game/beatmap/index.ts';
import { stableMods } from '../../../game/mods/index.ts';
import { healthAt, judge, type Play } from '../../../game/play/index.ts';
import { type LifePoint, type WritableReplay, writeReplay } from '../../../game/replay/index.ts';
import { cursorPath } from './cursor.ts';
import { type DemoPlayer, demoPlayer } from './demo-player.ts';
import { recordFrames } from './frames.ts';
import { planTaps } from './taps.ts';

const playedAt = Date.UTC(2026, 0, 1, 12);
const clientVersion = 20260101;

/** A play of the map as an .osr, with the judged totals in its header. */
export function playDemo(beatmapFile: Uint8Array, player: DemoPlayer = demoPlayer): Uint8Array {
  const { beatmap } = parseBeatmap(beatmapFile);
  const mods = stableMods(0);
  const map = prepareMap(beatmap, mods);
  const taps = planTaps(map, player);
  const span = { from: 0, to: Math.round(map.objects.at(-1)!.endTime) + 1200 };
  const frames = recordFrames({ ...span, seed: player.seed }, taps, cursorPath(map, taps, player));
  const unplayed: WritableReplay = {
    header: {
      ...{ mode: 0, version: clientVersion, player: player.name, modBits: 0 },
      beatmapMd5: md5(beatmapFile),
      replayMd5: md5(new TextEncoder().encode(`${player.name} ${player.seed}`)),
      counts: { n300: 0, n100: 0, n50: 0, geki: 0, katu: 0, miss: 0 },
      ...{ score: 0, maxCombo: 0, perfect: false, lifeGraph: [] },
      ...{ playedAtUnixMs: playedAt, onlineId: 0n },
    },
    frames,
    seed: player.seed,
    scoreInfo: null,
  };
  const header = { ...unplayed.header, frames: { offset: 0, length: 0 }, scoreInfo: null };
  const play = judge(beatmap, { ...unplayed, header }, mods);
  return writeReplay({ ...unplayed, header: { ...unplayed.header, ...claimsOf(play, span.to) } });
}

function claimsOf({ result, health }: Play, end: number) {
  const { n300, n100, n50, geki, katu, misses, score, maxCombo } = result;
  const lifeGraph: LifePoint[] = [];
  for (let time = 0; time <= end; time += 2000) lifeGraph.push({ time, health: healthAt(health, time) });
  return { counts: { n300, n100, n50, geki, katu, miss: misses }, score, maxCombo, lifeGraph };
}

function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}
