import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { Playhead } from '../player/playhead.ts';
import { formatDuration } from '../words/numbers.ts';
import { colourOf, useColours } from './colours.ts';

export interface Line {
  readonly label: string;
  readonly values: Float64Array;
  /** A custom property of the style sheet. */
  readonly colour: string;
  readonly style: 'steps' | 'line' | 'points';
}

const heightPx = 120;

export interface TimeChartProps {
  readonly title: string;
  readonly times: Float64Array;
  readonly lines: readonly Line[];
  readonly span: { readonly start: number; readonly end: number };
  readonly playhead: Playhead;
}

/** A chart over song time. A click seeks; a line marks the current time. */
export function TimeChart({ title, times, lines, span, playhead }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const colours = useColours();

  useEffect(() => {
    const parent = box.current;
    const playheadMark = mark.current;
    if (parent === null || playheadMark === null) return;
    const plot = new uPlot(
      optionsOf({ lines, span }, parent.clientWidth),
      [Array.from(times, (t) => t / 1000), ...lines.map(({ values }) => Array.from(values))],
      parent,
    );
    const moveMark = (t: number) => {
      const left = plot.valToPos(t / 1000, 'x') + plot.bbox.left / devicePixelRatio;
      playheadMark.style.transform = `translateX(${left}px)`;
    };
    const seek = ({ offsetX }: MouseEvent) => playhead.seek(plot.posToVal(offsetX, 'x') * 1000);
    plot.over.addEventListener('click', seek);
    const observer = new ResizeObserver(() => {
      plot.setSize({ width: parent.clientWidth, height: heightPx });
      moveMark(playhead.now);
    });
    observer.observe(parent);
    const unsubscribe = playhead.onMove(moveMark);
    moveMark(playhead.now);
    return () => {
      unsubscribe();
      observer.disconnect();
      plot.destroy();
    };
  }, [times, lines, span, playhead, colours]);

  return (
    <figure class="chart">
      <figcaption>
        {title}
        {lines.length > 1 &&
          lines.map(({ label, colour }) => (
            <span key={label} class="legend" style={{ color: `var(${colour})` }}>
              {label}
            </span>
          ))}
      </figcaption>
      <div class="chart-box">
        <div ref={box} />
        <div ref={mark} class="playhead-mark" aria-hidden="true" />
      </div>
    </figure>
  );
}

function optionsOf({ lines, span }: Pick<TimeChartProps, 'lines' | 'span'>, width: number): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: colourOf('--muted'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  return {
    width,
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, sync: { key: 'study' }, drag: { x: true, setScale: true } },
    scales: { x: { time: false, range: [span.start / 1000, span.end / 1000] } },
    axes: [
      {
        ...axis,
        size: 24,
        incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800],
        values: (_, splits) => splits.map(formatDuration),
      },
      { ...axis, size: 44 },
    ],
    series: [
      {},
      ...lines.map(({ label, colour, style }): uPlot.Series => {
        const stroke = colourOf(colour);
        const common: uPlot.Series = { label, stroke, width: 1.5, points: { show: false } };
        if (style === 'points')
          return { ...common, paths: () => null, points: { show: true, size: 4, fill: stroke, width: 0 } };
        return style === 'steps' && stepped ? { ...common, paths: stepped } : common;
      }),
    ],
  };
}
