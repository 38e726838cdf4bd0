import { useEffect, useRef } from 'preact/hooks';
import type { PaintChart } from './chart-painters.ts';
import { useColours } from './colours.ts';

export interface CanvasChartProps {
  readonly title: string;
  /** Width over height. */
  readonly aspectRatio: number;
  /** Called whenever size or colours change. */
  readonly paint: PaintChart;
}

/** A chart on a canvas, at the resolution of the screen. */
export function CanvasChart({ title, aspectRatio, paint }: CanvasChartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours();
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      const height = width / aspectRatio;
      element.width = width * devicePixelRatio;
      element.height = height * devicePixelRatio;
      context.scale(devicePixelRatio, devicePixelRatio);
      paint(context, { width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [paint, aspectRatio, colours]);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <canvas ref={canvas} role="img" aria-label={title} style={{ aspectRatio: String(aspectRatio) }} />
    </figure>
  );
}
