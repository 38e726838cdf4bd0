import { describe, expect, test } from 'vitest';
import { demoMap, demoReplays } from '../../../test/support/replays/demo-players.ts';
import { parseBeatmap } from '../beatmap/index.ts';
import { modsOf } from '../mods/index.ts';
import { judge, stateAt } from '../play/index.ts';
import { readReplay } from '../replay/index.ts';
import {
  type ComboBreak,
  finalPlaces,
  type KnockoutRules,
  liveOrder,
  mirrorFrames,
  type PlayerTrack,
  playKnockout,
  standingAfter,
  trackOf,
} from './index.ts';

const { beatmap } = parseBeatmap(demoMap);
const plays = demoReplays(6).map((bytes, i) => {
  const replay = readReplay(bytes);
  const mods = modsOf(replay);
  const play = judge(beatmap, replay, mods);
  return { play, replay, mods, number: i + 1 };
});
const tracks = plays.map(trackOf);

/** A player without combo breaks whose score grows by 100 with every object, one each second. */
function trackWith(changes: {
  name?: string;
  comboBreaks?: readonly ComboBreak[];
  scores?: number;
  failedAt?: number;
}) {
  const base = tracks[0]!;
  const { comboBreaks = [], scores = 100, failedAt = null, name = base.name } = changes;
  const count = 10;
  const times = Float64Array.from({ length: count }, (_, i) => 1000 * (i + 1));
  const numbers = Uint32Array.from(times, (_, i) => i + 1);
  return {
    ...base,
    name,
    comboBreaks,
    failedAt,
    judgedAt: times.map((time) => (failedAt !== null && time > failedAt ? Number.NaN : time)),
    judgedCount: numbers,
    totals: { ...base.totals, times, score: times.map((_, i) => scores * (i + 1)), accuracy: times.map(() => 1) },
  } satisfies PlayerTrack;
}

const miss = (object: number, late = 0): ComboBreak => ({ kind: 'miss', time: 1000 * (object + 1) + late, object });
const sliderBreak = (object: number): ComboBreak => ({ ...miss(object), kind: 'slider break' });
const rules: KnockoutRules = { lives: 1, from: 0, counts: 'break', orderBy: 'score' };
const placesOf = (players: readonly PlayerTrack[], changes: Partial<KnockoutRules> = {}) =>
  playKnockout(players, { ...rules, ...changes }).places;

describe('a track', () => {
  test('has the totals of the play alone at every time', () => {
    for (const [i, { play }] of plays.entries()) {
      const track = tracks[i]!;
      expect(track.result).toBe(play.result);
      for (const t of [0, 5_000, 17_300, 30_000, 60_000]) {
        const { score, combo, maxCombo, accuracy, judged } = stateAt(play, t);
        expect(standingAfter(track, judged)).toEqual({ score, combo, maxCombo, accuracy });
      }
    }
  });

  test('knows every judgement that reset the combo', () => {
    for (const [i, { play }] of plays.entries()) {
      const { comboBreaks } = tracks[i]!;
      expect(comboBreaks.filter(({ kind }) => kind === 'miss')).toHaveLength(play.result.misses);
      const falls = play.totals.combo.filter((combo, k) => combo < (play.totals.combo[k - 1] ?? 0)).length;
      expect(comboBreaks.length).toBeGreaterThanOrEqual(falls);
    }
  });

  test.each([
    ['', 'Player 4'],
    ['\u0000\u202e', 'Player 4'],
    [' a\nb\u2028c ', 'a b c'],
    ['<b>&amp;"', '<b>&amp;"'],
  ])('the name %j is shown as %j', (player, expected) => {
    const { replay, ...rest } = plays[0]!;
    const header = { ...replay.header, player };
    expect(trackOf({ ...rest, replay: { ...replay, header }, number: 4 }).name).toBe(expected);
  });

  test('is mirrored only where the two plays differ', () => {
    const { frames } = tracks[0]!;
    const [plain, flipped] = [
      { horizontally: false, vertically: false },
      { horizontally: false, vertically: true },
    ];
    expect(mirrorFrames(frames, flipped, flipped)).toBe(frames);
    const mirrored = mirrorFrames(frames, plain, flipped);
    expect(mirrored.xs).toBe(frames.xs);
    expect(mirrored.ys[100]).toBe(384 - frames.ys[100]!);
  });
});

describe('the live order', () => {
  test('changes once all players have been judged at an object', () => {
    const slow = { ...trackWith({ scores: 10 }), judgedAt: trackWith({}).judgedAt.map((time) => time + 40) };
    const { times, places } = liveOrder([slow, trackWith({ scores: 20 })], { orderBy: 'score', knockout: null });
    expect([...times]).toEqual([1040]);
    expect(places.map((each) => [...each])).toEqual([[1, 0]]);
  });

  test('keeps equal players in their own order', () => {
    expect(liveOrder([trackWith({}), trackWith({})], { orderBy: 'accuracy', knockout: null }).times).toHaveLength(0);
  });

  test('ends with the places of the results', () => {
    const { places } = liveOrder(tracks, { orderBy: 'score', knockout: null });
    expect(Array.from(places.at(-1)!, (place) => place + 1)).toEqual(
      finalPlaces(tracks, { knockout: null, orderBy: 'score' }),
    );
  });

  test('puts players who have dropped out below all others', () => {
    const players = [trackWith({ scores: 900, comboBreaks: [miss(2)] }), trackWith({}), trackWith({ scores: 1 })];
    const knockout = playKnockout(players, rules);
    const { times, places } = liveOrder(players, { orderBy: 'score', knockout });
    expect([...times]).toEqual([3000]);
    expect([...places[0]!]).toEqual([2, 0, 1]);
  });
});

describe('a knockout', () => {
  test('the last player who never breaks the combo wins', () => {
    const players = [
      trackWith({ comboBreaks: [miss(3)] }),
      trackWith({ scores: 1 }),
      trackWith({ comboBreaks: [miss(5)] }),
    ];
    const { places, dropOuts } = playKnockout(players, rules);
    expect(places).toEqual([3, 1, 2]);
    expect(dropOuts.map((drop) => drop?.time ?? null)).toEqual([4000, null, 6000]);
  });

  test('the winner does not drop out with a later combo break', () => {
    const players = [trackWith({ comboBreaks: [miss(3)] }), trackWith({ comboBreaks: [miss(5)] })];
    expect(playKnockout(players, rules).dropOuts[1]).toBeNull();
  });

  test.each([
    ['the first of them is ahead', [200, 100], [1, 2]],
    ['the second is ahead, although its combo break is a millisecond earlier', [100, 200], [2, 1]],
  ])('players who drop out at one object are ordered by their score: %s', (_, [a, b], expected) => {
    const players = [
      trackWith({ scores: a, comboBreaks: [miss(3, 1)] }),
      trackWith({ scores: b, comboBreaks: [miss(3)] }),
    ];
    const { places, dropOuts } = playKnockout(players, rules);
    expect(places).toEqual(expected);
    expect(dropOuts[expected.indexOf(1)]).toBeNull();
  });

  test('those who play to the end are ordered by score or accuracy', () => {
    const exact = trackWith({ scores: 50 });
    const inexact = {
      ...trackWith({ scores: 60 }),
      totals: { ...exact.totals, accuracy: exact.totals.times.map(() => 0.9) },
    };
    const ahead = { ...inexact, totals: { ...inexact.totals, score: exact.totals.score.map((score) => score + 1) } };
    expect(placesOf([exact, ahead])).toEqual([2, 1]);
    expect(placesOf([exact, ahead], { orderBy: 'accuracy' })).toEqual([1, 2]);
  });

  test('lives, the first counted time and the kind of combo break decide who drops out', () => {
    const two = trackWith({ comboBreaks: [sliderBreak(2), miss(4)] });
    const players = [two, trackWith({ scores: 1 })];
    const dropTime = (changes: Partial<KnockoutRules>) =>
      playKnockout(players, { ...rules, ...changes }).dropOuts[0]?.time ?? null;
    expect(dropTime({})).toBe(3000);
    expect(dropTime({ lives: 2 })).toBe(5000);
    expect(dropTime({ lives: 3 })).toBeNull();
    expect(dropTime({ counts: 'miss' })).toBe(5000);
    expect(dropTime({ from: 3000 })).toBe(3000);
    expect(dropTime({ from: 3001 })).toBe(5000);
  });

  test('a player who fails drops out', () => {
    const { dropOuts, places } = playKnockout([trackWith({ failedAt: 4500 }), trackWith({})], { ...rules, lives: 10 });
    expect(dropOuts[0]).toEqual({ time: 4500, object: 4 });
    expect(places).toEqual([2, 1]);
  });

  test('gives every place once, to generated players too', () => {
    for (const lives of [1, 2, 3]) {
      expect(placesOf(tracks, { lives }).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });
});
