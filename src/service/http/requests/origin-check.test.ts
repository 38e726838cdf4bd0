import { describe, expect, test } from 'vitest';
import { createOriginCheck } from './origin-check.ts';

const publicUrl = 'https://replays.example/sub/path';
const check = createOriginCheck({ corsOrigins: ['*'], publicUrl });
const refusal = expect.objectContaining({ code: 'request/foreign-origin' });

describe('a request', () => {
  test('without an Origin is accepted', () => {
    expect(() => check({ host: 'replays.example' })).not.toThrow();
    expect(() => check({})).not.toThrow();
  });

  test.each([
    ['https://replays.example', 'replays.example'],
    ['https://replays.example', 'replays.example:443'],
    ['http://replays.example', 'REPLAYS.example:80'],
    ['http://127.0.0.1:8727', '127.0.0.1:8727'],
    ['http://[::1]:8727', '[::1]:8727'],
    ['https://replays.example', 'upstream:8727'],
  ])('of a page of %s to the host %s is accepted', (origin, host) => {
    expect(() => check({ origin, host })).not.toThrow();
  });

  test.each([
    ['https://elsewhere.example', 'replays.example'],
    ['https://replays.example.elsewhere.example', 'replays.example'],
    ['https://elsewhere.example/replays.example', 'replays.example'],
    ['https://elsewhere.example', 'elsewhere.example@replays.example'],
    ['http://127.0.0.1:3000', '127.0.0.1:8727'],
    ['https://replays.example:8443', 'upstream'],
    ['ftp://upstream', 'upstream'],
    ['null', 'null'],
    ['*', 'replays.example'],
    ['', 'replays.example'],
    ['https://elsewhere.example', undefined],
  ])('of a page of %j to the host %j is refused', (origin, host) => {
    expect(() => check({ origin, host })).toThrow(refusal);
  });
});

test.each([[['https://friend.example']], [['*', 'https://friend.example']]])(
  'with the origins %j, only the one listed by name is accepted',
  (corsOrigins) => {
    const listed = createOriginCheck({ corsOrigins, publicUrl });
    expect(() => listed({ origin: 'https://friend.example', host: 'replays.example' })).not.toThrow();
    expect(() => listed({ origin: 'http://friend.example', host: 'replays.example' })).toThrow(refusal);
    expect(() => listed({ origin: '*', host: 'replays.example' })).toThrow(refusal);
  },
);
