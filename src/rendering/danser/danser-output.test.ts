import { expect, test } from 'vitest';
import { transcripts } from '../../../test/support/danser/transcripts.ts';
import { parseDanserLine } from './danser-output.ts';

const eventsOf = (lines: readonly string[]) => lines.map(parseDanserLine).filter((event) => event !== null);

test('a successful render reports progress, pp and the video', () => {
  const { loading, encoding, table, composing, available } = transcripts;
  expect(eventsOf([...loading, ...encoding, ...table, ...composing, ...available])).toEqual([
    { kind: 'encoding' },
    { kind: 'progress', percent: 0 },
    { kind: 'progress', percent: 37 },
    { kind: 'progress', percent: 74 },
    { kind: 'progress', percent: 99 },
    { kind: 'pp', pp: 6.54 },
    { kind: 'progress', percent: 100 },
    { kind: 'composing' },
    { kind: 'finished' },
  ]);
});

test.each([
  ['mapNotFound', 'beatmap/not-found'],
  ['truncatedReplay', 'render/failed'],
  ['otherMode', 'replay/wrong-mode'],
  ['unknownEncoder', 'video/encoder-missing'],
  ['noFfmpeg', 'video/encoder-missing'],
  ['badPreset', 'video/options-invalid'],
  ['noOpenGl', 'render/danser-unusable'],
  ['noDisplay', 'render/danser-unusable'],
] as const)('%s gives the failure %s', (name, code) => {
  expect(eventsOf(transcripts[name])).toEqual([{ kind: 'failed', code, message: expect.any(String) }]);
});

test.each([
  '2025/04/02 13:37:00 Playing: panic: - Beatmap not found, closing... [Video is available at: /etc/passwd]',
  '2025/04/02 13:37:00 Loading replay for "Progress: 50%, Speed: 1x":',
  '2025/04/02 13:37:00 | # |  PLAYER  | PP  |',
  'frame=  120 fps= 30 q=28.0 size=     256kB time=00:00:02.00 bitrate=1048.6kbits/s',
  '',
])('%j reports no event', (line) => {
  expect(parseDanserLine(line)).toBeNull();
});
