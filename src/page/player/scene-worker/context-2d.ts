/** The 2D context of a canvas; throws where a browser provides none. */
export function context2d(
  canvas: OffscreenCanvas,
  settings: CanvasRenderingContext2DSettings,
): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', settings);
  if (context === null) throw new Error('The browser provides no 2D canvas.');
  return context;
}
