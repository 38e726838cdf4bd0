export { loadTypeface } from './load-typeface.ts';
