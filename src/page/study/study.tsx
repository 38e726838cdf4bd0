import 'uplot/dist/uPlot.min.css';
import { useMemo, useRef } from 'preact/hooks';
import type { Analytics } from '../../contract/index.ts';
import type { Playhead } from '../watch/playhead.ts';
import { words } from '../words/index.ts';
import { length } from '../words/numbers.ts';
import { Drawing } from './drawing.tsx';
import { drawAim, drawHeat, drawHistogram } from './drawings.ts';
import { csvOf, picturesOf, save } from './export.ts';
import { KeyTimeline } from './key-timeline.tsx';
import { type StudyData, studyDataOf } from './study-data.ts';
import { TimePlot } from './time-plot.tsx';

/** The play in plots, each linked to the player's time. */
export function Study({ analytics, playhead }: { analytics: Analytics; playhead: Playhead }) {
  const data = useMemo(() => studyDataOf(analytics), [analytics]);
  return data === null ? <p class="quiet">{words.study.notYet}</p> : <Plots data={data} playhead={playhead} />;
}

function Plots({ data, playhead }: { data: StudyData; playhead: Playhead }) {
  const { study } = words;
  const parent = useRef<HTMLElement>(null);
  const pictures = useMemo(
    () => ({ histogram: drawHistogram(data), aim: drawAim(data), heat: drawHeat(data) }),
    [data],
  );
  const plots = useMemo(() => plotsOf(data), [data]);
  return (
    <section ref={parent} class="study" aria-label={study.title}>
      <div class="row">
        <h2>{study.title}</h2>
        <span class="quiet">{study.unstableRate(data.unstableRate.toFixed(2))}</span>
        <button type="button" onClick={() => save(new Blob([csvOf(data)], { type: 'text/csv' }), 'hits.csv')}>
          {study.csv}
        </button>
        <button
          type="button"
          onClick={async () => {
            const picture = await picturesOf(parent.current!);
            if (picture) save(picture, 'plots.png');
          }}
        >
          {study.png}
        </button>
      </div>
      <Misses data={data} playhead={playhead} />
      {plots.map(({ times, ...plot }) => (
        <TimePlot key={plot.title} {...plot} times={times} span={data.span} playhead={playhead} />
      ))}
      <KeyTimeline data={data} playhead={playhead} />
      <div class="pictures">
        <Drawing title={study.histogram} label={study.histogram} shape={16 / 9} draw={pictures.histogram} />
        <Drawing title={study.aim} label={study.aim} shape={16 / 9} draw={pictures.aim} />
        <Drawing title={study.heatmap} label={study.heatmap} shape={4 / 3} draw={pictures.heat} />
      </div>
    </section>
  );
}

function plotsOf({ hits, accuracy, combo, pp, health, strain }: StudyData) {
  const { study } = words;
  const one = (label: string, values: Float64Array, colour: string, style: 'steps' | 'line' | 'points') => [
    { label, values, colour, style },
  ];
  return [
    { title: study.errors, times: hits.times, lines: one(study.errors, hits.errors, '--great', 'points') },
    { title: study.accuracy, times: accuracy.times, lines: one(study.accuracy, accuracy.values, '--good', 'steps') },
    { title: study.combo, times: combo.times, lines: one(study.combo, combo.values, '--accent', 'steps') },
    { title: study.pp, times: pp.times, lines: one(study.pp, pp.values, '--warn', 'steps') },
    { title: study.health, times: health.times, lines: one(study.health, health.values, '--bad', 'line') },
    {
      title: study.strain,
      times: strain.times,
      lines: [
        ...one(study.strainAim, strain.aim, '--great', 'line'),
        ...one(study.strainSpeed, strain.speed, '--accent', 'line'),
      ],
    },
  ].filter(({ times }) => times.length > 0);
}

/** So many are listed; somebody with more of them looks at the plots. */
const mostListed = 200;

function Misses({ data: { misses }, playhead }: { data: StudyData; playhead: Playhead }) {
  const { study } = words;
  if (misses.length === 0) return <p class="quiet">{study.noMisses}</p>;
  return (
    <div class="row misses">
      <span>{study.misses}</span>
      {misses.slice(0, mostListed).map(({ t, x, y }) => (
        // A moment before, to see it coming.
        <button key={`${t} ${x} ${y}`} type="button" class="small" onClick={() => playhead.seek(t - 1000)}>
          {length(t / 1000)}
        </button>
      ))}
    </div>
  );
}
