import { expect, test } from 'vitest';
import { parentsFirst } from './tables.ts';

const tables = ['events', 'jobs', 'outbox', 'skins'].map((name) => ({ name, columns: [] }));

test('referenced tables come before the tables that refer to them', () => {
  const references = [
    { child: 'events', parent: 'outbox' },
    { child: 'outbox', parent: 'jobs' },
  ];
  const order = parentsFirst(tables, references).map(({ name }) => name);
  expect(order.indexOf('jobs')).toBeLessThan(order.indexOf('outbox'));
  expect(order.indexOf('outbox')).toBeLessThan(order.indexOf('events'));
  expect(order.sort()).toEqual(['events', 'jobs', 'outbox', 'skins']);
});

test('a circle of references is an error', () => {
  const references = [
    { child: 'jobs', parent: 'skins' },
    { child: 'skins', parent: 'jobs' },
  ];
  expect(() => parentsFirst(tables, references)).toThrow('jobs, skins');
});
