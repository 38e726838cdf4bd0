import { useEffect, useRef } from 'preact/hooks';
import { useColours } from './colours.ts';

export interface DrawingProps {
  readonly title: string;
  /** Width over height. */
  readonly shape: number;
  /** Called whenever size or colours change; units are CSS pixels. */
  readonly draw: (context: CanvasRenderingContext2D, size: { width: number; height: number }) => void;
  readonly label: string;
}

/** A picture drawn by code, as sharp as the screen is. */
export function Drawing({ title, shape, draw, label }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours();
  useEffect(() => {
    const element = canvas.current!;
    const paint = () => {
      const width = element.clientWidth;
      const height = width / shape;
      element.width = width * devicePixelRatio;
      element.height = height * devicePixelRatio;
      const context = element.getContext('2d')!;
      context.scale(devicePixelRatio, devicePixelRatio);
      draw(context, { width, height });
    };
    const watcher = new ResizeObserver(paint);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [draw, shape, colours]);
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <canvas ref={canvas} role="img" aria-label={label} style={{ aspectRatio: String(shape) }} />
    </figure>
  );
}
