export { type Compositor, createCompositor, type FramePixels } from './compositor.ts';
export type { Picture } from './images.ts';
export type { Kernel } from './kernel.ts';
export { tileSize } from './layout.ts';
