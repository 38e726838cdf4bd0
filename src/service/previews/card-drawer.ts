import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from '../../children/index.ts';
import type { Card, CardOptions } from '../../rendering/card/index.ts';
import type { JobCardsOptions } from './job-cards.ts';

/** What the child process gets. */
export interface CardChildTask extends CardOptions {
  readonly card: Card;
}

export interface CardDrawerOptions {
  /** The folder with the glyphs. */
  readonly assets: string;
  /** The child's program as JavaScript; tests that run from source bring one of their own. */
  readonly childPath?: string;
}

/** The limit of the child's resident memory. A card needs a fifth of it. */
const memoryMb = 768;
/** The limit of processor time. */
const timeLimitMs = 10_000;

/** Draws each card in a child process: drawing takes a tenth of a second, in which the service could not respond. */
export function createCardDrawer({ assets, childPath }: CardDrawerOptions): JobCardsOptions['draw'] {
  const program = childPath ?? fileURLToPath(new URL('./card-child.js', import.meta.url));
  return async (card, picture) => {
    const task: CardChildTask = { card, picture, glyphs: join(assets, 'glyphs') };
    return runChild<CardChildTask, never, Buffer>({ program, heapMb: memoryMb, memoryMb }, task, {
      cpuLimitMs: timeLimitMs,
    });
  };
}
