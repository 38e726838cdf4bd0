import { useEffect, useMemo, useRef } from 'preact/hooks';
import { lastAtOrBefore } from '../../game/binary-search.ts';
import { type Playhead, seekSourceOf } from '../player/playhead.ts';
import { words } from '../words/index.ts';
import type { AnalysisData } from './analysis-data.ts';
import { colourOf, useColours } from './colours.ts';
import { keySpans, lanes } from './key-spans.ts';

const laneHeight = 22;
const nameWidth = 26;
const windowMs = 8_000;

/** The key presses around the current time; scrolls with the player. */
export function KeyTimeline({ data: { frames }, playhead }: { data: AnalysisData; playhead: Playhead }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours();
  const rows = useMemo(
    () =>
      lanes.map(({ name, isDown }) => {
        const spans = keySpans(frames, isDown);
        // Spans do not overlap, so their ends are in order.
        return { name, spans, ends: Float64Array.from(spans, ({ end }) => end) };
      }),
    [frames],
  );

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const [text, line, fill] = [colourOf('--muted'), colourOf('--line'), colourOf('--accent')];
    const background = colourOf('--background');
    let request = 0;

    const paint = () => {
      request = 0;
      const width = element.clientWidth;
      const height = laneHeight * rows.length;
      element.width = width * devicePixelRatio;
      element.height = height * devicePixelRatio;
      context.scale(devicePixelRatio, devicePixelRatio);
      const windowStart = playhead.now - windowMs / 2;
      const windowEnd = windowStart + windowMs;
      const xOf = (t: number) => ((t - windowStart) / windowMs) * width;
      context.font = '11px system-ui, sans-serif';
      rows.forEach(({ name, spans, ends }, row) => {
        const top = row * laneHeight;
        context.fillStyle = line;
        context.fillRect(0, top + laneHeight - 1, width, 1);
        context.fillStyle = fill;
        for (let i = lastAtOrBefore(ends, windowStart) + 1; i < spans.length; i++) {
          const span = spans[i];
          if (span === undefined || span.start >= windowEnd) break;
          const left = xOf(span.start);
          context.fillRect(left, top + 3, Math.max(1, xOf(span.end) - left), laneHeight - 7);
        }
        // Names over long presses could not be read.
        context.fillStyle = background;
        context.fillRect(0, top, nameWidth, laneHeight - 1);
        context.fillStyle = text;
        context.fillText(name, 4, top + 15);
      });
      context.fillStyle = text;
      context.fillRect(width / 2, 0, 1, height);
    };

    const schedulePaint = () => {
      request ||= requestAnimationFrame(paint);
    };
    const observer = new ResizeObserver(schedulePaint);
    observer.observe(element);
    const unsubscribe = playhead.onMove(schedulePaint);
    const seek = (click: MouseEvent) =>
      playhead.seek(playhead.now + (click.offsetX / element.clientWidth - 0.5) * windowMs, seekSourceOf(click));
    element.addEventListener('click', seek);
    return () => {
      element.removeEventListener('click', seek);
      cancelAnimationFrame(request);
      observer.disconnect();
      unsubscribe();
    };
  }, [rows, playhead, colours]);

  return (
    <figure class="chart">
      <figcaption>
        <span class="chart-title">{words.analysis.keys}</span>
      </figcaption>
      <canvas
        ref={canvas}
        role="img"
        aria-label={words.analysis.keys}
        style={{ height: `${laneHeight * lanes.length}px` }}
      />
    </figure>
  );
}
