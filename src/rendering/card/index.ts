export { type Card, type CardOptions, cardSize, drawCard } from './draw-card.ts';
