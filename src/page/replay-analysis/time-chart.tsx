import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { type Playhead, seekSourceOf } from '../player/playhead.ts';
import type { AnalysisData } from './analysis-data.ts';
import { ChartCaption } from './chart-caption.tsx';
import { followFinger } from './chart-pointer.ts';
import { useColours } from './colours.ts';
import { heightOf, plotDataOf, plotOptionsOf } from './plot-options.ts';
import { keysHelpId, useReading } from './readings.ts';
import type { TimeChartData } from './time-charts.ts';

interface TimeChartProps {
  readonly chart: TimeChartData;
  readonly data: Pick<AnalysisData, 'span' | 'shownTime'>;
  readonly playhead: Playhead;
}

/** A chart over song time. A click seeks, a line marks the current time, and dragging zooms in. */
export function TimeChart({ chart, data, playhead }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const colours = useColours();
  const reading = useReading(chart.readings, playhead);
  const { index, setIndex } = reading;
  const latestIndex = useRef(index);
  latestIndex.current = index;

  useEffect(() => {
    const parent = box.current;
    const playheadMark = mark.current;
    if (parent === null || playheadMark === null) return;
    const options = plotOptionsOf(chart, data, parent.clientWidth);
    const readPointer = ({ cursor }: uPlot) => {
      const next = cursor.idxs?.[1] ?? null;
      const { times } = chart;
      // Several values may have the same time; the keys move from one to the next.
      const isSameTime = next !== null && times[next] === times[latestIndex.current ?? -1];
      if (!isSameTime) setIndex(next);
    };
    const hooks = { ...options.hooks, setCursor: [readPointer] };
    const created = new uPlot({ ...options, hooks }, plotDataOf(chart), parent);
    plot.current = created;
    const moveMark = (t: number) => {
      const left = created.valToPos(t / 1000, 'x');
      playheadMark.style.transform = `translateX(${left + created.bbox.left / devicePixelRatio}px)`;
      playheadMark.hidden = left < 0 || left > created.bbox.width / devicePixelRatio;
    };
    const seek = (click: MouseEvent) => playhead.seek(created.posToVal(click.offsetX, 'x') * 1000, seekSourceOf(click));
    created.over.addEventListener('click', seek);
    followFinger(created);
    const observer = new ResizeObserver(() => {
      created.setSize({ width: parent.clientWidth, height: heightOf(chart) });
      moveMark(playhead.now);
    });
    observer.observe(parent);
    const unsubscribe = playhead.onMove(moveMark);
    moveMark(playhead.now);
    return () => {
      unsubscribe();
      observer.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, [chart, data, playhead, colours]);

  useEffect(() => {
    const t = index === null ? undefined : chart.times[index];
    if (plot.current === null || t === undefined || !reading.isFocused) return;
    const { min = 0, max = 0 } = plot.current.scales.x ?? {};
    if (t / 1000 < min || t / 1000 > max)
      plot.current.setScale('x', { min: data.span.start / 1000, max: data.span.end / 1000 });
    plot.current.setCursor({ left: plot.current.valToPos(t / 1000, 'x'), top: 0 });
  }, [index, reading.isFocused]);

  const { title, legend } = chart;
  return (
    <figure class="chart">
      <ChartCaption title={title} legend={legend} reading={reading} />
      {/* biome-ignore lint/a11y/useSemanticElements: no element is a chart. */}
      <div class="chart-box" role="group" aria-label={title} aria-describedby={keysHelpId} {...reading.focusable}>
        <div ref={box} style={{ height: `${heightOf(chart)}px` }} />
        <div ref={mark} class="playhead-mark" aria-hidden="true" />
      </div>
    </figure>
  );
}
