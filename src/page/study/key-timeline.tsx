import { useEffect, useMemo, useRef } from 'preact/hooks';
import { lastAtOrBefore } from '../../rendering/scene/index.ts';
import type { Playhead } from '../watch/playhead.ts';
import { words } from '../words/index.ts';
import { colourOf, useColours } from './colours.ts';
import { keySpans, lanes } from './key-spans.ts';
import type { StudyData } from './study-data.ts';

const laneHeight = 22;
const shownMs = 8_000;

/** The keys around the moment that is shown; it rolls along with the player. */
export function KeyTimeline({ data: { cursor }, playhead }: { data: StudyData; playhead: Playhead }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useColours();
  const rows = useMemo(
    () =>
      lanes.map(({ name, isDown }) => {
        const spans = keySpans(cursor.times, cursor.keys, isDown);
        // Spans do not overlap, so their ends are in order.
        return { name, spans, ends: Float64Array.from(spans, ({ end }) => end) };
      }),
    [cursor],
  );

  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext('2d')!;
    const [text, line, fill] = [colourOf('--quiet'), colourOf('--line'), colourOf('--accent')];
    let scheduled = 0;

    function paint() {
      scheduled = 0;
      const width = element.clientWidth;
      const height = laneHeight * rows.length;
      element.width = width * devicePixelRatio;
      element.height = height * devicePixelRatio;
      context.scale(devicePixelRatio, devicePixelRatio);
      const start = playhead.now - shownMs / 2;
      const x = (t: number) => ((t - start) / shownMs) * width;
      context.font = '11px system-ui, sans-serif';
      rows.forEach(({ name, spans, ends }, row) => {
        const top = row * laneHeight;
        context.fillStyle = line;
        context.fillRect(0, top + laneHeight - 1, width, 1);
        context.fillStyle = fill;
        for (let i = lastAtOrBefore(ends, start) + 1; i < spans.length && spans[i]!.start < start + shownMs; i++) {
          const { start: from, end } = spans[i]!;
          context.fillRect(x(from), top + 3, Math.max(1, x(end) - x(from)), laneHeight - 7);
        }
        context.fillStyle = text;
        context.fillText(name, 4, top + 15);
      });
      context.fillStyle = text;
      context.fillRect(width / 2, 0, 1, height);
    }

    const schedule = () => {
      scheduled ||= requestAnimationFrame(paint);
    };
    const watcher = new ResizeObserver(schedule);
    watcher.observe(element);
    const forget = playhead.onMove(schedule);
    const seek = ({ offsetX }: MouseEvent) =>
      playhead.seek(playhead.now + (offsetX / element.clientWidth - 0.5) * shownMs);
    element.addEventListener('click', seek);
    return () => {
      element.removeEventListener('click', seek);
      cancelAnimationFrame(scheduled);
      watcher.disconnect();
      forget();
    };
  }, [rows, playhead, colours]);

  return (
    <figure class="plot">
      <figcaption>{words.study.keys}</figcaption>
      <canvas
        ref={canvas}
        role="img"
        aria-label={words.study.keys}
        style={{ height: `${laneHeight * lanes.length}px` }}
      />
    </figure>
  );
}
