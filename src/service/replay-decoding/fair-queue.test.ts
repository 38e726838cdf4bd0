import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

function queueOf(...tasks: [client: string, name: string][]) {
  const queue = createFairQueue();
  const taken: string[] = [];
  const starts = tasks.map(([client, name]) => {
    const start = () => void taken.push(name);
    queue.add(client, start);
    return start;
  });
  const takeAll = () => {
    for (let start = queue.take(); start; start = queue.take()) start();
    return taken.join(' ');
  };
  return { queue, starts, takeAll };
}

test('clients take turns, each with its own tasks in their order', () => {
  const { takeAll } = queueOf(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1'], ['c', 'c1'], ['b', 'b2']);
  expect(takeAll()).toBe('a1 b1 c1 a2 b2 a3');
});

test('a client that comes later waits for one task of each other client', () => {
  const { queue, takeAll } = queueOf(['a', 'a1'], ['a', 'a2'], ['a', 'a3']);
  queue.take()?.();
  queue.add('b', () => {});
  queue.take()?.();
  expect(queue.sizeOf('b')).toBe(1);
  queue.take();
  expect(queue.sizeOf('b')).toBe(0);
  expect(takeAll()).toBe('a1 a2 a3');
});

test('a removed task is not taken, and removing it again changes nothing', () => {
  const { queue, starts, takeAll } = queueOf(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);
  expect([queue.size, queue.sizeOf('a'), queue.sizeOf('b'), queue.sizeOf('c')]).toEqual([3, 2, 1, 0]);
  for (let i = 0; i < 2; i++) queue.remove('b', starts[2]!);
  queue.remove('a', starts[0]!);
  expect([queue.size, queue.sizeOf('a'), queue.sizeOf('b')]).toEqual([1, 1, 0]);
  expect(takeAll()).toBe('a2');
  expect(queue.size).toBe(0);
});
