import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failures } from '../../src/failure.ts';
import { acronymsOfBits, lazerMultiplier, modsOf, requireSupportedMods } from '../../src/game/mods/index.ts';
import {
  type Replay,
  readReplay,
  readReplayHeader,
  requireRenderable,
  writeReplay,
} from '../../src/game/replay/index.ts';
import { sharedData } from '../support/files/shared-data.ts';
import { startCpuClock } from '../support/processes/cpu-clock.ts';
import { readRealReplay } from '../support/replays/real-replays.ts';

/** A replay in the manifest of the shared data; unreadable files have the first three properties only. */
interface Listed {
  id: string;
  path: string;
  category: string;
  mode?: number;
  version: number;
  player: string;
  beatmap_md5: string;
  mods: number;
  expected: Record<'n300' | 'n100' | 'n50' | 'nmiss' | 'ngeki' | 'nkatu' | 'score' | 'max_combo', number> & {
    perfect: boolean;
  };
  /** Entries of the text, including the seed. */
  frames: number;
  online_id: number | null;
  timestamp_ticks: number;
  lazer_score_info?: { mods: { acronym: string; settings?: object }[]; statistics: Record<string, number> };
}

const listed: Listed[] =
  sharedData === null ? [] : JSON.parse(readFileSync(join(sharedData, 'manifest.json'), 'utf8')).replays;
if (sharedData === null) console.log('No shared data: real replays are not tested.');

const bytesOf = ({ path }: Listed) => new Uint8Array(readFileSync(join(sharedData ?? '', path)));

const readable = listed.filter(({ mode }) => mode !== undefined);
const unreadable = listed.filter(({ mode }) => mode === undefined);

test('the manifest lists all real replays', () => {
  expect(readable.length + unreadable.length).toBe(listed.length);
  if (sharedData !== null) expect(readable.length).toBeGreaterThanOrEqual(154);
});

describe.runIf(readable.length > 0)('real replays', () => {
  test.each(readable.map((replay) => [replay.id, replay] as const))(
    '%s is read with the values of the manifest',
    (_, replay) => {
      const { header, frames, seed, scoreInfo } = readRealReplay(replay.path);
      const { expected } = replay;
      expect(header).toMatchObject({
        mode: replay.mode,
        version: replay.version,
        player: replay.player,
        beatmapMd5: replay.beatmap_md5,
        modBits: replay.mods,
        counts: {
          n300: expected.n300,
          n100: expected.n100,
          n50: expected.n50,
          geki: expected.ngeki,
          katu: expected.nkatu,
          miss: expected.nmiss,
        },
        score: expected.score,
        maxCombo: expected.max_combo,
        perfect: expected.perfect,
      });
      expect(frames.count + (seed === null ? 0 : 1)).toBe(replay.frames);
      // The manifest's ticks of 100 ns since the year 1 exceed the precision of a double.
      expect(Math.abs((header.playedAtUnixMs ?? 0) - (replay.timestamp_ticks / 10000 - 62135596800000))).toBeLessThan(
        10,
      );
      if (replay.online_id !== null) expect(Number(header.onlineId)).toBe(replay.online_id);
      if (replay.lazer_score_info) {
        expect(scoreInfo?.statistics).toEqual(replay.lazer_score_info.statistics);
        expect(scoreInfo?.mods.map(({ acronym }) => acronym)).toEqual(
          replay.lazer_score_info.mods.map(({ acronym }) => acronym),
        );
      }
    },
  );

  test.each(readable.map((replay) => [replay.category, replay.id, replay] as const))(
    '%s: %s can be rendered or is refused with the right code',
    (category, _, listing) => {
      const replay = readRealReplay(listing.path);
      const check = () => requireRenderable(replay);
      if (category === 'other-mode') expect(check).toThrow(expect.objectContaining({ code: 'replay/wrong-mode' }));
      else if (listing.frames === 0) expect(check).toThrow(expect.objectContaining({ code: 'replay/no-frames' }));
      else {
        check();
        requireSupportedMods(modsOf(replay));
      }
    },
  );

  // Compression is slow, so only every sixteenth is written with all of its frames.
  const rewritten = readable.map((replay, i) => [replay.id, replay, i % 16 === 0 ? replay.frames : 500] as const);
  test.each(rewritten)('%s is the same after writing and reading it again', (_, replay, maxFrames) => {
    const first = withFirstFrames(readRealReplay(replay.path), maxFrames);
    const second = readReplay(writeReplay(first));
    const { frames: _frames, scoreInfo: _info, ...header } = second.header;
    expect(first.header).toMatchObject(header);
    expect(second.seed).toBe(first.seed);
    expect(second.scoreInfo).toEqual(first.scoreInfo);
    expect(second.frames.count).toBe(first.frames.count);
    for (const column of ['times', 'xs', 'ys', 'keys'] as const) {
      const bytes = (values: ArrayBufferView) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);
      expect(Buffer.compare(bytes(second.frames[column]), bytes(first.frames[column])), column).toBe(0);
    }
  });

  test('lazer’s totals follow from its scores without mods and the multipliers', () => {
    const map = { hp: 5, cs: 5, od: 5, ar: 5 };
    const totals = readable.flatMap((listing) => {
      const replay = readRealReplay(listing.path);
      const without = replay.scoreInfo?.totalScoreWithoutMods;
      if (!without) return [];
      const { version, score } = replay.header;
      return [
        {
          id: listing.id,
          score,
          ours: Math.round(without * lazerMultiplier(modsOf(replay), { version, original: map })),
        },
      ];
    });
    expect(totals.length).toBeGreaterThanOrEqual(4);
    expect(totals.filter(({ score, ours }) => score !== ours)).toEqual([]);
  });

  test('the mod bits of lazer headers are a subset of the list of mods', () => {
    for (const listing of readable.filter(({ lazer_score_info }) => lazer_score_info)) {
      const replay = readRealReplay(listing.path);
      expect(modsOf(replay).acronyms).toEqual(expect.arrayContaining(acronymsOfBits(replay.header.modBits)));
    }
  });

  test('reads a header in less than a millisecond', () => {
    const files = readable.map(bytesOf);
    for (const bytes of files) readReplayHeader(bytes);
    const cpuMs = startCpuClock();
    for (const bytes of files) readReplayHeader(bytes);
    expect(cpuMs() / files.length).toBeLessThan(1);
  });
});

function withFirstFrames(replay: Replay, count: number): Replay {
  const { times, xs, ys, keys } = replay.frames;
  const frames = {
    count: Math.min(count, replay.frames.count),
    times: times.subarray(0, count),
    xs: xs.subarray(0, count),
    ys: ys.subarray(0, count),
    keys: keys.subarray(0, count),
  };
  return { ...replay, frames };
}

describe.runIf(unreadable.length > 0)('unreadable files', () => {
  test.each(unreadable.map((replay) => [replay.id, replay] as const))('%s is refused', (_, replay) => {
    expect(() => readReplay(bytesOf(replay))).toThrow(expect.objectContaining({ code: 'replay/unreadable' }));
    expect(failures['replay/unreadable'].status).toBe(415);
  });
});
