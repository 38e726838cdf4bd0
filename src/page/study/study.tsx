import 'uplot/dist/uPlot.min.css';
import { useMemo, useRef } from 'preact/hooks';
import type { Analytics } from '../../contract/index.ts';
import type { Playhead } from '../player/playhead.ts';
import { words } from '../words/index.ts';
import { formatDuration } from '../words/numbers.ts';
import { CanvasChart } from './canvas-chart.tsx';
import { paintAimErrors, paintHeatmap, paintHistogram } from './chart-painters.ts';
import { chartsAsPng, csvOf, downloadFile } from './export.ts';
import { KeyTimeline } from './key-timeline.tsx';
import { type Series, type StudyData, studyDataOf } from './study-data.ts';
import { type Line, TimeChart } from './time-chart.tsx';

/** The analysis of a replay in charts that follow the player. */
export function Study({ analytics, playhead }: { analytics: Analytics; playhead: Playhead }) {
  const data = useMemo(() => studyDataOf(analytics), [analytics]);
  return data === null ? <p class="muted">{words.study.notYet}</p> : <Charts data={data} playhead={playhead} />;
}

function Charts({ data, playhead }: { data: StudyData; playhead: Playhead }) {
  const { study } = words;
  const parent = useRef<HTMLElement>(null);
  const painters = useMemo(
    () => ({ histogram: paintHistogram(data), aim: paintAimErrors(data), heatmap: paintHeatmap(data) }),
    [data],
  );
  const timeCharts = useMemo(() => timeChartsOf(data), [data]);
  return (
    <section ref={parent} class="study" aria-label={study.title}>
      <div class="row">
        <h2>{study.title}</h2>
        <span class="muted">{study.unstableRate(data.unstableRate.toFixed(2))}</span>
        <button type="button" onClick={() => downloadFile(new Blob([csvOf(data)], { type: 'text/csv' }), 'hits.csv')}>
          {study.csv}
        </button>
        <button
          type="button"
          onClick={async () => {
            const picture = parent.current && (await chartsAsPng(parent.current));
            if (picture) downloadFile(picture, 'charts.png');
          }}
        >
          {study.png}
        </button>
      </div>
      <MissList data={data} playhead={playhead} />
      {timeCharts.map((chart) => (
        <TimeChart key={chart.title} {...chart} span={data.span} playhead={playhead} />
      ))}
      <KeyTimeline data={data} playhead={playhead} />
      <div class="chart-grid">
        <CanvasChart title={study.histogram} aspectRatio={16 / 9} paint={painters.histogram} />
        <CanvasChart title={study.aim} aspectRatio={16 / 9} paint={painters.aim} />
        <CanvasChart title={study.heatmap} aspectRatio={4 / 3} paint={painters.heatmap} />
      </div>
    </section>
  );
}

function timeChartsOf({ errors, accuracy, combo, pp, health, strain }: StudyData) {
  const { study } = words;
  return [
    singleLine(study.errors, errors, { colour: '--great', style: 'points' }),
    singleLine(study.accuracy, accuracy, { colour: '--good', style: 'steps' }),
    singleLine(study.combo, combo, { colour: '--accent', style: 'steps' }),
    singleLine(study.pp, pp, { colour: '--warn', style: 'steps' }),
    singleLine(study.health, health, { colour: '--bad', style: 'line' }),
    {
      title: study.strain,
      times: strain.times,
      lines: [
        { label: study.strainAim, values: strain.aim, colour: '--great', style: 'line' },
        { label: study.strainSpeed, values: strain.speed, colour: '--accent', style: 'line' },
      ] satisfies Line[],
    },
  ].filter(({ times }) => times.length > 0);
}

function singleLine(title: string, { times, values }: Series, look: Pick<Line, 'colour' | 'style'>) {
  const line: Line = { label: title, values, ...look };
  return { title, times, lines: [line] };
}

/** More misses are in the charts only. */
const maxListedMisses = 200;

function MissList({ data: { misses }, playhead }: { data: StudyData; playhead: Playhead }) {
  const { study } = words;
  if (misses.length === 0) return <p class="muted">{study.noMisses}</p>;
  return (
    <div class="row misses">
      <span>{study.misses}</span>
      {misses.slice(0, maxListedMisses).map(({ t, x, y }) => (
        // Seek to one second before the miss.
        <button key={`${t} ${x} ${y}`} type="button" class="small" onClick={() => playhead.seek(t - 1000)}>
          {formatDuration(t / 1000)}
        </button>
      ))}
    </div>
  );
}
