import 'uplot/dist/uPlot.min.css';
import { useMemo } from 'preact/hooks';
import type { Analytics, Job } from '../../contract/index.ts';
import { joinSliders } from '../../game/mistakes/index.ts';
import type { Playhead } from '../player/playhead.ts';
import type { ShownPart } from '../shown-part.ts';
import { words } from '../words/index.ts';
import { formatDecimal } from '../words/numbers.ts';
import { type AnalysisData, analysisDataOf } from './analysis-data.ts';
import { CanvasChart } from './canvas-chart.tsx';
import { downloadFile } from './download-file.ts';
import { chartsAsPng, csvOf, fileNameOf, type PlayTitle } from './export.ts';
import { habitPictures } from './habits/habit-pictures.ts';
import { KeyTimeline } from './key-timeline.tsx';
import { causesPicture } from './mistakes/causes-picture.ts';
import { MissList } from './mistakes/miss-list.tsx';
import { Mistakes, type MistakesProps } from './mistakes/mistakes.tsx';
import { notJudgedOf } from './mistakes/not-judged.ts';
import { causeTotals } from './mistakes/order.ts';
import { openPictures } from './mistakes/pictures/open-pictures.ts';
import { MomentStrip } from './moments/moment-strip.tsx';
import { aimPicture } from './pictures/aim-picture.ts';
import { heatmapPicture } from './pictures/heatmap-picture.ts';
import { histogramPicture } from './pictures/histogram-picture.ts';
import { keysHelpId } from './readings.ts';
import { TimeChart } from './time-chart.tsx';
import { timeChartsOf } from './time-charts.ts';
import { PlayerComparison } from './together/player-comparison.tsx';
import { analysisWords } from './words/index.ts';

interface ReplayAnalysisProps {
  readonly job: Job;
  readonly analytics: Analytics;
  /** Must stay the same object. */
  readonly part: ShownPart;
  readonly playhead: Playhead;
  readonly play: PlayTitle & {
    /** Mods, grade, accuracy and so on, for the exported picture. */
    readonly facts: readonly string[];
  };
}

/** The analysis of a replay in charts that follow the player. */
export function ReplayAnalysis({ analytics, part, job, ...props }: ReplayAnalysisProps) {
  const data = useMemo(() => analysisDataOf(analytics, part), [analytics, part]);
  const notJudged = useMemo(() => notJudgedOf(analytics, job), [analytics]);
  const open = useMemo(
    () => (job.purged_at === null ? (options: { signal: AbortSignal }) => openPictures(job, options) : null),
    [job.job_id, job.purged_at],
  );
  if (data === null) return <p class="muted">{words.analysis.notYet}</p>;
  return (
    <>
      {analytics.players && <PlayerComparison analytics={analytics} part={part} playhead={props.playhead} />}
      <Charts
        data={data}
        isOneOfSeveral={analytics.players !== undefined}
        notJudged={notJudged}
        openPictures={open}
        job={job}
        {...props}
      />
    </>
  );
}

interface ChartsProps
  extends Omit<ReplayAnalysisProps, 'analytics' | 'part'>,
    Pick<MistakesProps, 'notJudged' | 'openPictures'> {
  readonly data: AnalysisData;
  /** Whether the video shows other players, too. */
  readonly isOneOfSeveral: boolean;
}

function Charts({ data, isOneOfSeveral, playhead, play, job, ...mistakesProps }: ChartsProps) {
  const { analysis } = words;
  const timeCharts = useMemo(() => timeChartsOf(data), [data]);
  const pictures = useMemo(() => [histogramPicture(data), aimPicture(data), heatmapPicture(data)], [data]);
  const habits = useMemo(() => (data.habits ? habitPictures(data.habits, data) : []), [data]);
  const rate = formatDecimal(data.unstableRate, 2);
  const unstableRate = data.isClip ? analysis.wholeUnstableRate(rate) : analysis.unstableRate(rate);

  async function savePng() {
    const clip = data.isClip ? words.submit.clip : '';
    const facts = [play.player, ...play.facts, unstableRate, clip].filter((fact) => fact !== '').join(' · ');
    const causes = data.mistakes?.length ? [causesPicture(causeTotals(joinSliders(data.mistakes)))] : [];
    const picture = await chartsAsPng({
      title: play.title,
      facts,
      timeCharts,
      pictures: [...pictures, ...causes, ...habits],
      data,
    });
    if (picture) downloadFile(picture, fileNameOf(play, 'png'));
  }

  return (
    <section class="replay-analysis" aria-label={analysis.title}>
      <div class="row">
        <h2>{isOneOfSeveral ? analysis.titleOf(play.player) : analysis.title}</h2>
        <span class="unstable-rate">{unstableRate}</span>
        <button
          type="button"
          onClick={() => downloadFile(new Blob([csvOf(data)], { type: 'text/csv' }), fileNameOf(play, 'csv'))}
        >
          {analysis.csv}
        </button>
        <button type="button" onClick={() => void savePng()}>
          {analysis.png}
        </button>
      </div>
      {data.isClip && <p>{analysis.aboutClip}</p>}
      {data.hasPieces && <p>{analysisWords.moments.about}</p>}
      <MomentStrip moments={data.moments} data={data} playhead={playhead} job={job} />
      {data.mistakes === null ? (
        <>
          <MissList data={data} playhead={playhead} />
          <p class="muted">{analysisWords.mistakes.older}</p>
        </>
      ) : (
        <Mistakes mistakes={data.mistakes} data={data} playhead={playhead} play={play} {...mistakesProps} />
      )}
      <p class="muted chart-keys" id={keysHelpId}>
        {analysis.keysHelp}
      </p>
      {/* Early and late hits first: the question that most players come with. */}
      <div class="chart-grid">
        {pictures.map((picture) => (
          <CanvasChart key={picture.title} picture={picture} playhead={playhead} />
        ))}
      </div>
      {timeCharts.map((chart) => (
        <TimeChart key={chart.title} chart={chart} data={data} playhead={playhead} />
      ))}
      <KeyTimeline data={data} playhead={playhead} />
      {habits.length > 0 && (
        <>
          <h3>{data.isClip ? analysisWords.habits.wholeTitle : analysisWords.habits.title}</h3>
          <div class="chart-grid">
            {habits.map((picture) => (
              <CanvasChart key={picture.title} picture={picture} playhead={playhead} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}
