import { expect, test } from 'vitest';
import { buildReplay } from '../../../test/support/replays/build-replay.ts';
import { Failure } from '../../failure.ts';
import { readReplayHeader, requireRenderableHeader, writeReplay } from './index.ts';

const md5 = '0123456789abcdef0123456789abcdef';

/** Builds an .osr file byte by byte; each field can be replaced by a wrong one. */
function osr(parts: Partial<Record<keyof typeof plain, number[]>> = {}): Uint8Array {
  return Uint8Array.from(Object.values({ ...plain, ...parts }).flat());
}

const le = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) & 255);
const text = (value: string) => [0x0b, value.length, ...Buffer.from(value)];
/** An LZMA header of 13 bytes and one byte of the stream. */
const lzma = ({ properties = 0x5d, dictionary = 65536, size = le(100, 8) } = {}) => [
  properties,
  ...le(dictionary, 4),
  ...size,
  0,
];
const sized = (bytes: number[]) => [...le(bytes.length, 4), ...bytes];
const unknownSize = Array<number>(8).fill(255);

const plain = {
  mode: [0],
  version: le(20250108, 4),
  beatmap: text(md5),
  player: text('someone'),
  replay: text(md5),
  counts: [1, 2, 3, 4, 5, 6].flatMap((n) => le(n, 2)),
  score: le(1000, 4),
  combo: le(77, 2),
  perfect: [1],
  mods: le(24, 4),
  life: text('0|1,2000|0.5,'),
  date: le(0, 8),
  frames: sized(lzma()),
  tail: le(12345, 8),
};

function refusal(bytes: Uint8Array): string {
  try {
    readReplayHeader(bytes);
  } catch (error) {
    if (error instanceof Failure) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

test('reads every field of a header', () => {
  const bytes = osr();
  expect(readReplayHeader(bytes)).toEqual({
    mode: 0,
    version: 20250108,
    beatmapMd5: md5,
    player: 'someone',
    replayMd5: md5,
    counts: { n300: 1, n100: 2, n50: 3, geki: 4, katu: 5, miss: 6 },
    score: 1000,
    maxCombo: 77,
    perfect: true,
    modBits: 24,
    lifeGraph: [
      { time: 0, health: 1 },
      { time: 2000, health: 0.5 },
    ],
    playedAtUnixMs: null,
    onlineId: 12345n,
    frames: { offset: bytes.length - 8 - 14, length: 14 },
    scoreInfo: null,
  });
});

test('refuses a file truncated anywhere before its online id and names the field', () => {
  const bytes = osr({ tail: [] });
  for (let length = 0; length < bytes.length; length++) {
    expect(refusal(bytes.subarray(0, length)), `${length} bytes`).toMatch(
      /^replay\/unreadable: The file ends inside the /,
    );
  }
  expect(refusal(bytes)).toBe('accepted');
});

test.each([
  ['a mode beyond mania', { mode: [4] }, 'Expected a game mode from 0 to 3 as first byte, found 4.'],
  ['a negative version', { version: le(2 ** 32 - 1, 4) }, 'Expected a client version, found -1.'],
  ['a missing beatmap MD5', { beatmap: [0] }, 'Expected a beatmap MD5 of 32 hex digits, found "".'],
  ['an MD5 of 31 digits', { beatmap: text(md5.slice(1)) }, 'Expected a beatmap MD5 of 32 hex digits'],
  [
    '32 characters that are not hex digits',
    { beatmap: text('g'.repeat(32)) },
    'Expected a beatmap MD5 of 32 hex digits',
  ],
  ['a string that starts with neither 0 nor 11', { player: [7] }, 'to start with byte 0 or 11, found 7'],
  ['a length of six bytes', { player: [0x0b, 128, 128, 128, 128, 128, 0] }, 'has more than 5 bytes'],
  ['a name over 64 KiB', { player: [0x0b, 0x81, 0x80, 0x04] }, 'has 65537 bytes; the limit is 65536'],
  ['a life graph over 1 MiB', { life: [0x0b, 0x81, 0x80, 0x40] }, 'has 1048577 bytes; the limit is 1048576'],
  ['a frame length of −2', { frames: le(2 ** 32 - 2, 4) }, 'The length of the frames is -2 bytes.'],
  ['frames beyond the end', { frames: le(500, 4) }, 'The file ends inside the frames'],
  ['frames shorter than an LZMA header', { frames: sized([0x5d, 0, 0]) }, 'too few for an LZMA header'],
  [
    'an impossible property byte',
    { frames: sized(lzma({ properties: 225 })) },
    'Expected LZMA properties as in replays (93), found 225',
  ],
  ['a dictionary over 16 MiB', { frames: sized(lzma({ dictionary: 2 ** 24 + 1 })) }, 'the limit is 16777216'],
  ['text over 32 MiB', { frames: sized(lzma({ size: le(2 ** 25 + 1, 8) })) }, 'the limit is 33554432'],
  ['text of 2⁶³ bytes', { frames: sized(lzma({ size: [0, 0, 0, 0, 0, 0, 0, 128] })) }, 'the limit is 33554432'],
  [
    'text 74,899 times as long as its stream',
    { frames: sized(lzma({ size: le(2 ** 20 + 1, 8) })) },
    'the limit is a factor of 200',
  ],
])('refuses %s', (_, parts, message) => {
  expect(refusal(osr(parts))).toMatch(/^replay\/unreadable: /);
  expect(refusal(osr(parts))).toContain(message);
});

test.each([
  ['an MD5 in upper case', { beatmap: text(md5.toUpperCase()) }],
  ['no replay MD5', { replay: [0] }],
  ['an empty player name', { player: [0x0b, 0] }],
  ['a dictionary of 16 MiB', { frames: sized(lzma({ dictionary: 2 ** 24 })) }],
  ['a small stream with a high compression ratio', { frames: sized(lzma({ size: le(2 ** 20, 8) })) }],
  ['a stream that ends with an end marker', { frames: sized(lzma({ size: unknownSize })) }],
  ['lc 0, lp 4, pb 4', { frames: sized(lzma({ properties: (4 * 5 + 4) * 9 })) }],
])('accepts %s', (_, parts) => {
  expect(refusal(osr(parts))).toBe('accepted');
});

test('a replay with frames of length 0 or −1, or with an empty stream, is readable but not renderable', () => {
  for (const frames of [le(0, 4), le(2 ** 32 - 1, 4), sized(lzma({ size: le(0, 8) }))]) {
    const header = readReplayHeader(osr({ frames }));
    expect(header.frames.length).toBe(0);
    expect(() => requireRenderableHeader(header)).toThrow(expect.objectContaining({ code: 'replay/no-frames' }));
  }
});

test.each([
  [1, 'taiko'],
  [2, 'catch'],
  [3, 'mania'],
])('a header of mode %d is readable, but %s replays cannot be rendered', (mode, name) => {
  const header = readReplayHeader(osr({ mode: [mode] }));
  expect(() => requireRenderableHeader(header)).toThrow(
    expect.objectContaining({ code: 'replay/wrong-mode', message: expect.stringContaining(name) }),
  );
});

test.each([
  ['missing before 20121008', 20121007, [...le(5, 4)], null],
  ['32 bits since 20121008', 20121008, le(5, 4), 5n],
  ['32 bits up to 20140720', 20140720, le(5, 8), 5n],
  ['64 bits since 20140721', 20140721, le(2 ** 40, 8), 2n ** 40n],
  ['missing if a tool omitted it', 20200101, [], null],
  ['32 bits if the file has only 4 more bytes', 20200101, le(5, 4), 5n],
  ['64 bits in files of version 0', 0, le(5, 8), 5n],
  ['−1 if lazer never submitted the score', 30000000, Array<number>(8).fill(255), -1n],
])('the online id is %s', (_, version, tail, expected) => {
  expect(readReplayHeader(osr({ version: le(version, 4), tail })).onlineId).toBe(expected);
});

test('ignores bytes after the online id of a stable replay, such as the accuracy of Target Practice', () => {
  const bytes = osr({ mods: le(2 ** 23, 4), tail: [...le(5, 8), ...le(0, 8)] });
  expect(readReplayHeader(bytes).onlineId).toBe(5n);
});

test('reads score details from version 30000001 on, with their own size limit', () => {
  const withDetails = (version: number, details: number[]) =>
    osr({ version: le(version, 4), tail: [...le(5, 8), ...details] });
  expect(readReplayHeader(withDetails(30000000, sized(lzma()))).scoreInfo).toBeNull();
  expect(readReplayHeader(withDetails(30000001, sized(lzma()))).scoreInfo?.length).toBe(14);
  expect(readReplayHeader(withDetails(30000001, [])).scoreInfo).toBeNull();
  expect(readReplayHeader(withDetails(30000001, le(0, 4))).scoreInfo).toBeNull();
  expect(refusal(withDetails(30000001, sized(lzma({ size: le(2 ** 20 + 1, 8) }))))).toContain('the limit is 1048576');
});

test('skips malformed points of the life graph and clamps health to 0 to 1', () => {
  const header = readReplayHeader(osr({ life: text('0|1,nonsense,5|x,|1,7|,1e999|1,9|1.5,10|-1,') }));
  expect(header.lifeGraph).toEqual([
    { time: 0, health: 1 },
    { time: 9, health: 1 },
    { time: 10, health: 0 },
  ]);
});

test('reads the date to the millisecond; an invalid date is null', () => {
  const at = (playedAtUnixMs: number) =>
    readReplayHeader(writeReplay(buildReplay({ header: { playedAtUnixMs } }))).playedAtUnixMs;
  expect(at(Date.UTC(2007, 8, 16, 1, 2, 3, 4))).toBe(Date.UTC(2007, 8, 16, 1, 2, 3, 4));
  expect(readReplayHeader(osr({ date: Array<number>(8).fill(127) })).playedAtUnixMs).toBeNull();
  expect(readReplayHeader(osr({ date: Array<number>(8).fill(255) })).playedAtUnixMs).toBeNull();
});

test('reads bytes in the middle of a larger buffer', () => {
  const bytes = osr();
  const larger = new Uint8Array(bytes.length + 100);
  larger.set(bytes, 33);
  expect(readReplayHeader(larger.subarray(33, 33 + bytes.length))).toEqual(readReplayHeader(bytes));
});
