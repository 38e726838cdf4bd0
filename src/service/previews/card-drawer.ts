import { join } from 'node:path';
import type { JobCardsOptions } from './job-cards.ts';

/** Draws cards in this process: a card takes a tenth of a second, and all its input is our own or short text. */
export function createCardDrawer(assets: string): JobCardsOptions['draw'] {
  return async (card, picture) => {
    // Loaded with the first card: it brings a graphics library, which the service needs for nothing else.
    const { drawCard } = await import('../../rendering/card/index.ts');
    return drawCard(card, { picture, glyphs: join(assets, 'glyphs') });
  };
}
