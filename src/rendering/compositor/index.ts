export { type Compositor, createCompositor } from './compositor.ts';
export type { Picture } from './images.ts';
export type { Kernel } from './kernel.ts';
