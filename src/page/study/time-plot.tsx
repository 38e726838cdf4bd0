import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { Playhead } from '../watch/playhead.ts';
import { length } from '../words/numbers.ts';
import { colourOf, useColours } from './colours.ts';

export interface Line {
  readonly label: string;
  readonly values: Float64Array;
  /** A colour of the style sheet. */
  readonly colour: string;
  readonly style: 'steps' | 'line' | 'points';
}

export interface TimePlotProps {
  readonly title: string;
  readonly times: Float64Array;
  readonly lines: readonly Line[];
  readonly span: { readonly start: number; readonly end: number };
  readonly playhead: Playhead;
  readonly heightPx?: number;
  /** Of the values; by default as the values need it. */
  readonly range?: readonly [low: number, high: number];
}

/** Something over song time. A click goes there; a line shows where the player is. */
export function TimePlot({ title, times, lines, span, playhead, heightPx = 120, range }: TimePlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLDivElement>(null);
  const colours = useColours();

  useEffect(() => {
    const parent = box.current!;
    const plot = new uPlot(
      optionsOf({ lines, span, heightPx, ...(range && { range }) }, parent.clientWidth),
      [Array.from(times, (t) => t / 1000), ...lines.map(({ values }) => Array.from(values))],
      parent,
    );
    const place = (t: number) => {
      const left = plot.valToPos(t / 1000, 'x') + plot.bbox.left / devicePixelRatio;
      mark.current!.style.transform = `translateX(${left}px)`;
    };
    const click = ({ offsetX }: MouseEvent) => playhead.seek(plot.posToVal(offsetX, 'x') * 1000);
    plot.over.addEventListener('click', click);
    const watcher = new ResizeObserver(() => {
      plot.setSize({ width: parent.clientWidth, height: heightPx });
      place(playhead.now);
    });
    watcher.observe(parent);
    const forget = playhead.onMove(place);
    place(playhead.now);
    return () => {
      forget();
      watcher.disconnect();
      plot.destroy();
    };
  }, [times, lines, span, playhead, colours]);

  return (
    <figure class="plot">
      <figcaption>
        {title}
        {lines.length > 1 &&
          lines.map(({ label, colour }) => (
            <span key={label} class="key" style={{ color: `var(${colour})` }}>
              {label}
            </span>
          ))}
      </figcaption>
      <div class="plot-box">
        <div ref={box} />
        <div ref={mark} class="now-mark" aria-hidden="true" />
      </div>
    </figure>
  );
}

function optionsOf(
  { lines, span, heightPx, range }: Pick<TimePlotProps, 'lines' | 'span' | 'range'> & { heightPx: number },
  width: number,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: colourOf('--quiet'),
    grid: { stroke: colourOf('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  return {
    width,
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, sync: { key: 'study' }, drag: { x: true, setScale: true } },
    scales: {
      x: { time: false, range: [span.start / 1000, span.end / 1000] },
      ...(range && { y: { range: [...range] } }),
    },
    axes: [
      {
        ...axis,
        size: 24,
        incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800],
        values: (_, splits) => splits.map(length),
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
        return style === 'steps' ? { ...common, paths: uPlot.paths.stepped!({ align: 1 }) } : common;
      }),
    ],
  };
}
