import { useMemo, useState } from 'preact/hooks';
import type { Playhead } from '../../player/playhead.ts';
import { words } from '../../words/index.ts';
import type { AnalysisData } from '../analysis-data.ts';
import { leadMs } from '../pictures/picture.ts';
import { groupMisses } from './miss-groups.ts';

/** Misses at most this many real milliseconds apart are one entry. */
const maxGapMs = 2000;
const maxListed = 24;

/** The misses, grouped; each entry seeks to its first miss. */
export function MissList({ data, playhead }: { data: AnalysisData; playhead: Playhead }) {
  const { analysis } = words;
  const { misses, clockRate, timeText } = data;
  const groups = useMemo(() => groupMisses(misses, maxGapMs * clockRate), [misses]);
  const [isComplete, setComplete] = useState(groups.length <= maxListed);
  if (groups.length === 0) return <p class="muted">{data.isClip ? analysis.noMissesInClip : analysis.noMisses}</p>;
  return (
    <div class="row misses">
      <span>{analysis.misses}</span>
      {groups.slice(0, isComplete ? undefined : maxListed).map(({ start, end, count }) => (
        <button
          key={start}
          type="button"
          class="small"
          title={analysis.missGroup(count, timeText(start), timeText(end))}
          onClick={() => playhead.seek(start - leadMs * clockRate)}
        >
          {timeText(start)} {count > 1 && <span class="miss-count">×{count}</span>}
        </button>
      ))}
      {!isComplete && (
        <button type="button" class="small" onClick={() => setComplete(true)}>
          {analysis.moreMisses(groups.length - maxListed)}
        </button>
      )}
    </div>
  );
}
