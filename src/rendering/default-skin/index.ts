export { writeSkin } from './write-skin.ts';
