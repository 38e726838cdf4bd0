import { expect, test } from 'vitest';
import { PublishedGenerator } from '../../../../test/support/published/random.ts';
import { createDotnetRandom } from './dotnet-random.ts';

// The first ten numbers of these seeds in the tests of .NET itself (RandomTests in dotnet/corefx).
test.each([
  [
    0,
    [
      1559595546, 1755192844, 1649316166, 1198642031, 442452829, 1200195957, 1945678308, 949569752, 2099272109,
      587775847,
    ],
  ],
  [
    1,
    [534011718, 237820880, 1002897798, 1657007234, 1412011072, 929393559, 760389092, 2026928803, 217468053, 1379662799],
  ],
  [2, [1655911537, 867932563, 356479430, 2115372437, 234085668, 658591161, 1722583523, 956804207, 483147644, 24066104]],
  [
    19,
    [1400855637, 842412939, 104785409, 1317646300, 1684190270, 349917689, 900019674, 2092038898, 704733397, 601242406],
  ],
])('seed %d gives the numbers of .NET [RN1]', (seed, expected) => {
  const random = createDotnetRandom(seed);
  expect(expected.map(() => random.next())).toEqual(expected);
});

test('a negative seed counts as its magnitude, and numbers below 1 are those divided by the largest integer [RN1]', () => {
  expect(createDotnetRandom(-1).next()).toBe(534011718);
  expect(createDotnetRandom(0).nextDouble()).toBe(0.7262432699679598);
});

test.each([2147483647, -2147483648, 2147483646, 2000000000, 1337, -987654321])(
  'seed %d gives the numbers of a second implementation with exact integers [RN1]',
  (seed) => {
    const random = createDotnetRandom(seed);
    const other = new PublishedGenerator(seed);
    for (let i = 0; i < 1000; i++) expect(random.next()).toBe(other.integer());
  },
);
