import { useEffect, useRef } from 'preact/hooks';
import { type Playhead, seekSourceOf } from '../player/playhead.ts';
import { ChartCaption } from './chart-caption.tsx';
import { useColours } from './colours.ts';
import { aspectRatio, type Picture } from './pictures/picture.ts';
import { keysHelpId, useReading } from './readings.ts';

/** A picture at the resolution of the screen; the pointer and the keys read its values, a click and Enter seek. */
export function CanvasChart({ picture, playhead }: { picture: Picture; playhead: Playhead }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const colours = useColours();
  const reading = useReading(picture.readings, playhead);
  const { index, setIndex } = reading;
  const { title, legend, summary } = picture;

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const observer = new ResizeObserver(() => {
      const size = sizeOf(element);
      element.width = size.width * devicePixelRatio;
      element.height = size.height * devicePixelRatio;
      context.scale(devicePixelRatio, devicePixelRatio);
      picture.paint(context, size);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [picture, colours]);

  useEffect(() => {
    if (!mark.current || !canvas.current || index === null) return;
    const { x, y } = picture.pointOf(index, sizeOf(canvas.current));
    mark.current.style.transform = `translate(${x}px, ${y}px)`;
  }, [picture, index]);

  const readAt = ({ offsetX, offsetY, currentTarget }: MouseEvent) =>
    picture.indexAt({ x: offsetX, y: offsetY }, sizeOf(currentTarget as HTMLCanvasElement));
  return (
    <figure class="chart">
      <ChartCaption title={title} legend={legend} reading={reading} />
      {/* biome-ignore lint/a11y/useSemanticElements: no element is a chart. */}
      <div class="chart-box" role="group" aria-label={title} aria-describedby={keysHelpId} {...reading.focusable}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={[title, ...summary].join('. ')}
          style={{ aspectRatio: String(aspectRatio) }}
          onMouseMove={(event) => setIndex(readAt(event))}
          onMouseLeave={() => setIndex(null)}
          onClick={(event) => {
            const clicked = readAt(event);
            if (clicked !== null) reading.seek(clicked, seekSourceOf(event));
          }}
        />
        <div ref={mark} class="reading-mark" hidden={index === null} aria-hidden="true" />
      </div>
      {summary.map((line) => (
        <p key={line} class="chart-summary">
          {line}
        </p>
      ))}
    </figure>
  );
}

function sizeOf({ clientWidth: width }: HTMLCanvasElement) {
  return { width, height: width / aspectRatio };
}
