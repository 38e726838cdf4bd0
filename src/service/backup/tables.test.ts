import { expect, test } from 'vitest';
import { parentsFirst } from './tables.ts';

const tables = ['events', 'jobs', 'outbox', 'skins'].map((name) => ({ name, columns: [] }));

test('tables that others refer to come first', () => {
  const references = [
    { child: 'events', parent: 'outbox' },
    { child: 'outbox', parent: 'jobs' },
  ];
  const order = parentsFirst(tables, references).map(({ name }) => name);
  expect(order.indexOf('jobs')).toBeLessThan(order.indexOf('outbox'));
  expect(order.indexOf('outbox')).toBeLessThan(order.indexOf('events'));
  expect(order.sort()).toEqual(['events', 'jobs', 'outbox', 'skins']);
});

test('tables that refer to each other are an error, not an endless search', () => {
  const references = [
    { child: 'jobs', parent: 'skins' },
    { child: 'skins', parent: 'jobs' },
  ];
  expect(() => parentsFirst(tables, references)).toThrow('jobs, skins');
});
