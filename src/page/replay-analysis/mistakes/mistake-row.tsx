import { useEffect, useRef } from 'preact/hooks';
import type { MistakeEntry } from '../../../game/mistakes/index.ts';
import { outcomeOf } from '../../../rendering/study-report/index.ts';
import type { Playhead } from '../../player/playhead.ts';
import { formatDecimal, formatNumber } from '../../words/numbers.ts';
import type { AnalysisData } from '../analysis-data.ts';
import { leadMs } from '../pictures/picture.ts';
import { analysisWords } from '../words/index.ts';
import type { ListedMistake } from './mistake-data.ts';
import type { RowPictures } from './pictures/row-pictures.ts';
import { sentenceOf } from './sentence.ts';

interface MistakeRowProps {
  readonly mistake: MistakeEntry<ListedMistake>;
  readonly data: Pick<AnalysisData, 'circleRadius' | 'clockRate' | 'timeText'>;
  readonly playhead: Playhead;
  readonly pictures: RowPictures | null;
}

/** Slow enough to see a press, fast enough to hear the beat. */
const watchSpeed = 0.5;

/** Plays a mistake slowly, from shortly before it. */
export function watchMistake(
  playhead: Playhead,
  { cursor, time }: Pick<ListedMistake, 'cursor' | 'time'>,
  clockRate: number,
): void {
  // A miss is judged after the moment that decided it.
  const decidedAt = cursor?.time ?? time;
  playhead.watch({ start: decidedAt - leadMs * clockRate, speed: watchSpeed });
}

/** One mistake: its picture, its cause in a sentence and its cost. A click plays it slowly. */
export function MistakeRow({ mistake, data, playhead, pictures }: MistakeRowProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current && pictures) return pictures.show(canvas.current, mistake);
  }, [pictures, mistake]);
  const { time, comboLost, ppLost, sliderResult } = mistake;
  const outcomes = [outcomeOf(mistake), ...(sliderResult ? [outcomeOf({ part: 'slider', result: sliderResult })] : [])];
  return (
    <li>
      <button type="button" class="mistake" onClick={() => watchMistake(playhead, mistake, data.clockRate)}>
        {pictures && <canvas ref={canvas} width={0} height={0} />}
        <span class="mistake-text">
          <span class="mistake-facts">
            <span>{data.timeText(time)}</span>
            {outcomes.map((outcome) => (
              <span key={outcome} class={`outcome outcome-${outcome}`}>
                {analysisWords.mistakes.outcomes[outcome]}
              </span>
            ))}
          </span>
          <span>{sentenceOf(mistake, data)}</span>
          <span class="mistake-facts">
            {comboLost > 0 && <span>{analysisWords.mistakes.comboLost(formatNumber(comboLost))}</span>}
            {ppLost !== null && ppLost > 0 && <span>{analysisWords.mistakes.ppLost(formatDecimal(ppLost, 2))}</span>}
          </span>
        </span>
      </button>
    </li>
  );
}
