export { type Card, cardSize, drawCard } from './draw-card.ts';
