export type { Cause, Mistake } from './mistake.ts';
