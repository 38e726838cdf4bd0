import { useEffect, useRef } from 'preact/hooks';
import type { Playhead } from '../../player/playhead.ts';
import { formatDecimal, formatNumber } from '../../words/numbers.ts';
import type { AnalysisData } from '../analysis-data.ts';
import { leadMs } from '../pictures/picture.ts';
import { analysisWords } from '../words/index.ts';
import type { MistakeEntry } from './join-sliders.ts';
import type { RowPictures } from './pictures/row-pictures.ts';
import { outcomeOf, sentenceOf } from './sentence.ts';

interface MistakeRowProps {
  readonly mistake: MistakeEntry;
  readonly data: Pick<AnalysisData, 'circleRadius' | 'clockRate' | 'timeText'>;
  readonly playhead: Playhead;
  readonly pictures: RowPictures | null;
}

/** Slow enough to see a press, fast enough to hear the beat. */
const watchSpeed = 0.5;

/** One mistake: its picture, its cause in a sentence and its cost. A click plays it slowly. */
export function MistakeRow({ mistake, data, playhead, pictures }: MistakeRowProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current && pictures) return pictures.show(canvas.current, mistake);
  }, [pictures, mistake]);
  const { time, comboLost, ppLost, sliderResult } = mistake;
  // A miss is judged after the moment that decided it.
  const decidedAt = mistake.cursor?.time ?? time;
  const outcomes = [outcomeOf(mistake), ...(sliderResult ? [outcomeOf({ part: 'slider', result: sliderResult })] : [])];
  return (
    <li>
      <button
        type="button"
        class="mistake"
        onClick={() => playhead.watch({ start: decidedAt - leadMs * data.clockRate, speed: watchSpeed })}
      >
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
