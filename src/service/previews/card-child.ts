// The child program that draws one card.

import { serveChild } from '../../children/index.ts';
import { drawCard } from '../../rendering/card/index.ts';
import type { CardChildTask } from './card-drawer.ts';

serveChild(({ card, picture, glyphs }: CardChildTask): Promise<Buffer> => drawCard(card, { picture, glyphs }));
