import { expect, test } from 'vitest';
import { parseScore, parseScoreLink } from './score-link.ts';

const [current, legacy] = [
  { id: '4429758207', isLegacy: false },
  { id: '4429758207', isLegacy: true },
];

test.each([
  ['4429758207', current],
  [' 4429758207 ', current],
  ['https://osu.ppy.sh/scores/4429758207', current],
  ['http://osu.ppy.sh/scores/4429758207/', current],
  ['osu.ppy.sh/scores/4429758207?x=1#y', current],
  ['https://osu.ppy.sh/scores/4429758207/download', current],
  ['https://osu.ppy.sh/scores/osu/4429758207', legacy],
  ['HTTPS://OSU.PPY.SH/scores/osu/4429758207', legacy],
  ['https://osu.ppy.sh/scores/taiko/4429758207', null],
  ['https://osu.ppy.sh/beatmaps/4429758207', null],
  ['https://osu.ppy.sh/scores/', null],
  ['https://osu.ppy.sh.example.org/scores/4429758207', null],
  ['https://example.org/?https://osu.ppy.sh/scores/4429758207', null],
  ['https://user@osu.ppy.sh/scores/4429758207', null],
  ['https://osu.ppy.sh:444/scores/4429758207', null],
  ['https://osu.ppy.sh/scores/../oauth/1', null],
  ['0', null],
  ['007', null],
  ['-1', null],
  ['1e5', null],
  ['12345678901234567890', null],
  ['', null],
  [`https://osu.ppy.sh/scores/1?${'x'.repeat(300)}`, null],
])('%j names the score %j', (text, score) => {
  expect(parseScore(text)).toEqual(score);
  expect(parseScoreLink(text)).toEqual(text.includes('/') ? score : null);
});
