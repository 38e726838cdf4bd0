import '../../style/mistakes.css';
import { useMemo, useState } from 'preact/hooks';
import { type Cause, joinSliders } from '../../../game/mistakes/index.ts';
import type { Playhead } from '../../player/playhead.ts';
import type { AnalysisData } from '../analysis-data.ts';
import { downloadFile } from '../download-file.ts';
import { fileNameOf, type PlayTitle } from '../export.ts';
import { analysisWords } from '../words/index.ts';
import { CauseBars } from './cause-bars.tsx';
import type { ListedMistake } from './mistake-data.ts';
import { MistakeRow } from './mistake-row.tsx';
import { mistakesCsv, mistakesJson } from './mistakes-file.ts';
import type { NotJudged } from './not-judged.ts';
import { arrange, causeTotals, type Order, orders } from './order.ts';
import type { OpenPictures } from './pictures/row-pictures.ts';
import { useRowPictures } from './pictures/use-row-pictures.ts';

export interface MistakesProps {
  readonly mistakes: readonly ListedMistake[];
  readonly data: Pick<AnalysisData, 'circleRadius' | 'clockRate' | 'isClip' | 'timeText'>;
  readonly notJudged: readonly NotJudged[];
  readonly playhead: Playhead;
  readonly play: PlayTitle;
  /** Must be the same function at every render. Null: there are no files to draw pictures from. */
  readonly openPictures: OpenPictures | null;
}

/** How many are shown at first: enough for the costly ones, and few enough to keep the charts below in reach. */
const maxListed = 12;

/** Why the play lost points: all mistakes with their causes; each can be watched. */
export function Mistakes({ mistakes, notJudged, data, playhead, play, openPictures }: MistakesProps) {
  const { isClip } = data;
  const [order, setOrder] = useState<Order>('cost');
  const [cause, setCause] = useState<Cause | null>(null);
  const [isComplete, setComplete] = useState(false);
  const entries = useMemo(() => joinSliders(mistakes), [mistakes]);
  const totals = useMemo(() => causeTotals(entries), [entries]);
  const shown = useMemo(() => arrange(entries, { order, cause }), [entries, order, cause]);
  /** The exported files have every judgement: they list a slider and its break apart. */
  const saved = () => arrange(mistakes, { order, cause });
  const pictures = useRowPictures(openPictures);
  const listed = isComplete ? shown : shown.slice(0, maxListed);
  const save = (text: string, extension: 'csv' | 'json') => {
    const type = extension === 'csv' ? 'text/csv' : 'application/json';
    const title = `${play.title} - ${analysisWords.mistakes.title}`;
    downloadFile(new Blob([text], { type }), fileNameOf({ ...play, title }, extension));
  };
  return (
    <section class="mistakes" aria-label={analysisWords.mistakes.title}>
      <div class="row">
        <h3>{analysisWords.mistakes.count(entries.length)}</h3>
        {mistakes.length > 0 && (
          <>
            <label class="row">
              {analysisWords.mistakes.order}
              <select value={order} onChange={({ currentTarget }) => setOrder(currentTarget.value as Order)}>
                {orders.map((name) => (
                  <option key={name} value={name}>
                    {analysisWords.mistakes.orders[name]}
                  </option>
                ))}
              </select>
            </label>
            <fieldset class="row" aria-label={analysisWords.mistakes.downloads}>
              <button type="button" onClick={() => save(mistakesCsv(saved(), data), 'csv')}>
                CSV
              </button>
              <button type="button" onClick={() => save(mistakesJson(saved(), data), 'json')}>
                JSON
              </button>
            </fieldset>
          </>
        )}
      </div>
      {notJudged.map((reason) => (
        <p key={reason} class="muted">
          {analysisWords.mistakes.notJudged[reason]}
        </p>
      ))}
      {mistakes.length === 0 ? (
        <p class="muted">{isClip ? analysisWords.mistakes.noneInClip : analysisWords.mistakes.none}</p>
      ) : (
        <>
          <CauseBars totals={totals} selected={cause} onSelect={setCause} />
          <p class="muted mistakes-help">{analysisWords.mistakes.about}</p>
          <ol class="mistake-list">
            {listed.map((mistake) => (
              <MistakeRow
                key={`${mistake.object} ${mistake.part} ${mistake.time}`}
                {...{ mistake, data, playhead, pictures }}
              />
            ))}
          </ol>
          {listed.length < shown.length && (
            <button type="button" onClick={() => setComplete(true)}>
              {analysisWords.mistakes.more(shown.length - listed.length)}
            </button>
          )}
        </>
      )}
    </section>
  );
}
