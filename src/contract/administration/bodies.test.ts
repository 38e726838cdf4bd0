import { describe, expect, test } from 'vitest';
import { blockBody, deadLettersBody, keyBody, maintenanceBody, moveBody, pauseBody } from './bodies.ts';

describe('texts of operators', () => {
  test.each(['a\nb', 'a\u0000b', 'a\u001b[31mb', 'a\u0085b', 'a\ud800b', '', '   ', 'x'.repeat(501)])(
    'the message %j is refused',
    (message) => {
      expect(maintenanceBody.safeParse({ message }).success).toBe(false);
    },
  );

  test('the longest message and an empty reason are accepted, without the spaces around them', () => {
    expect(maintenanceBody.parse({ message: ` ${'x'.repeat(500)} ` }).message).toHaveLength(500);
    expect(pauseBody.parse({})).toEqual({ reason: '' });
    expect(pauseBody.parse({ reason: ' 夜 ' })).toEqual({ reason: '夜' });
  });
});

test.each(['2020-01-01T00:00:00Z', 'tomorrow', '2999-02-31T00:00:00Z', '2999-01-01', 7])(
  'the end %j of a block is refused',
  (expires_at) => {
    expect(blockBody.safeParse({ kind: 'player', name: 'a', reason: 'b', expires_at }).success).toBe(false);
  },
);

test('a block needs a kind, a name and a reason', () => {
  const block = { kind: 'client', name: '192.0.2.7', reason: 'spam' };
  expect(blockBody.parse(block)).toEqual({ ...block, expires_at: null });
  for (const field of ['kind', 'name', 'reason']) {
    expect(blockBody.safeParse({ ...block, [field]: undefined }).success, field).toBe(false);
  }
  expect(blockBody.safeParse({ ...block, name: 'x'.repeat(201) }).success).toBe(false);
});

test.each(['', ' a', 'a ', 'a"b', 'é', 'x'.repeat(65), 'a\nb'])('a key cannot have the name %j', (name) => {
  expect(keyBody.safeParse({ name }).success).toBe(false);
});

test('numbers and choices have bounds', () => {
  expect(keyBody.parse({ name: 'my bot', per_minute: 1_000_000, active: 1 })).toMatchObject({ active: 1 });
  for (const per_minute of [0, 1.5, 1_000_001, '60']) {
    expect(keyBody.safeParse({ name: 'a', per_minute }).success).toBe(false);
  }
  expect(moveBody.safeParse({ to: 'second' }).success).toBe(false);
  expect(deadLettersBody.safeParse({ job_ids: [] }).success).toBe(false);
  expect(deadLettersBody.safeParse({ job_ids: ['x'] }).success).toBe(false);
  expect(deadLettersBody.parse({ job_ids: 'all' })).toEqual({ job_ids: 'all' });
});
