export { type Danser, renderWithDanser } from './render-with-danser.ts';
