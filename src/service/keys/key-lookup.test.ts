import { beforeEach, expect, test, vi } from 'vitest';
import type { Database, Statement } from '../database/index.ts';
import type { KeyRow } from './key.ts';
import { createKeyLookup } from './key-lookup.ts';
import { hashOfToken, isToken, newToken } from './token.ts';

const startMs = Date.UTC(2027, 0, 1);
let nowMs: number;
let stored: Map<string, KeyRow>;
let queries: string[];
beforeEach(() => {
  nowMs = startMs;
  stored = new Map();
  queries = [];
});

const database = {
  query: async ({ name }: Statement, [value]: readonly unknown[]) => {
    queries.push(name ?? '');
    return [stored.get(String((value as Buffer).toString('hex')))].filter((row) => row !== undefined);
  },
} as unknown as Pick<Database, 'query'>;
const lookUp = () => createKeyLookup(database, () => nowMs);
const lookUps = () => queries.filter((name) => name === 'key-by-hash').length;

function store(token: string, changes: Partial<KeyRow> = {}): void {
  const row: KeyRow = {
    id: 'abcdef123456',
    name: 'bot',
    submissions_per_minute: 60,
    max_active: 20,
    priority: 'normal',
    expires_at: null,
    revoked_at: null,
    created_at: new Date(startMs),
    last_used_at: new Date(startMs),
    submissions: 0,
    ...changes,
  };
  stored.set(hashOfToken(token).toString('hex'), row);
}

test('a revoked key is refused after at most three seconds, and was looked up once until then', async () => {
  const token = newToken();
  store(token);
  const find = lookUp();
  expect(await find(token)).toMatchObject({ id: 'abcdef123456' });
  store(token, { revoked_at: new Date(startMs) });
  nowMs += 2_999;
  expect(find(token)).toMatchObject({ id: 'abcdef123456' });
  expect(lookUps()).toBe(1);
  nowMs += 1;
  expect(await find(token)).toBeNull();
});

test('a key expires at its time, also between two lookups', async () => {
  const token = newToken();
  store(token, { expires_at: new Date(startMs + 1_000) });
  const find = lookUp();
  expect(await find(token)).not.toBeNull();
  nowMs += 999;
  expect(find(token)).not.toBeNull();
  nowMs += 1;
  expect(find(token)).toBeNull();
});

test('requests that arrive together wait for one query', async () => {
  const token = newToken();
  store(token);
  const find = lookUp();
  const found = await Promise.all(Array.from({ length: 50 }, () => find(token)));
  expect(found.every((key) => key?.name === 'bot')).toBe(true);
  expect(lookUps()).toBe(1);
});

test('a failed query is not kept', async () => {
  const token = newToken();
  store(token);
  const broken = vi.spyOn(database, 'query').mockRejectedValueOnce(new Error('down'));
  const find = lookUp();
  await expect(find(token)).rejects.toThrow('down');
  broken.mockRestore();
  expect(await find(token)).not.toBeNull();
});

test('a text that no key has is refused without a query, and forged keys displace no real one', async () => {
  const token = newToken();
  store(token);
  const find = lookUp();
  for (const text of ['', 'rpk_', `${token}=`, ` ${token}`, token.slice(1)]) expect(find(text)).toBeNull();
  expect(queries).toEqual([]);
  await find(token);
  for (let i = 0; i < 1_500; i++) expect(await find(newToken())).toBeNull();
  expect(lookUps()).toBe(1_501);
  expect(find(token)).not.toBeInstanceOf(Promise);
});

test('the last use is recorded about once a minute', async () => {
  const token = newToken();
  store(token, { last_used_at: null });
  const find = lookUp();
  await find(token);
  expect(queries).toEqual(['key-by-hash', 'touch-key']);
  store(token, { last_used_at: new Date(startMs) });
  nowMs += 59_000;
  await find(token);
  expect(queries.at(-1)).toBe('key-by-hash');
});

test('tokens are random and have the form that is looked up', () => {
  const tokens = Array.from({ length: 100 }, () => newToken());
  expect(new Set(tokens).size).toBe(100);
  expect(tokens.every((token) => isToken(token))).toBe(true);
});
