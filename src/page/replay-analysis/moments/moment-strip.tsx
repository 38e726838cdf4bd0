import { useMemo } from 'preact/hooks';
import type { Job } from '../../../contract/index.ts';
import type { Moment, MomentKind } from '../../../game/moments/index.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { linkTo } from '../../link-to.ts';
import { Icon } from '../../player/controls/icons.tsx';
import type { Playhead } from '../../player/playhead.ts';
import { navigate } from '../../router.ts';
import { words } from '../../words/index.ts';
import { formatNumber } from '../../words/numbers.ts';
import type { AnalysisData } from '../analysis-data.ts';
import { analysisWords } from '../words/index.ts';
import { groupMoments } from './group-moments.ts';
import { makeMomentVideo } from './make-video.ts';

interface MomentStripProps {
  readonly moments: readonly Moment[];
  readonly data: Pick<AnalysisData, 'clockRate' | 'timeText'>;
  readonly playhead: Playhead;
  readonly job: Job;
}

/** How many periods of a kind can be watched from here; the mistakes also have a list of their own. */
const maxPeriods = 6;

/** The moments that are worth watching: each can be played at once, and each kind can become a video. */
export function MomentStrip({ moments, data, playhead, job }: MomentStripProps) {
  const texts = analysisWords.moments;
  const groups = useMemo(() => groupMoments(moments), [moments]);
  const making = useAction(async (kind: MomentKind) => {
    navigate(linkTo(`/view/${await makeMomentVideo(job, kind)}`));
  });
  if (groups.length === 0) return null;
  // The service makes no videos of the moments of several plays.
  const canMakeVideo = job.players === undefined && job.purged_at === null;
  return (
    <section class="moments" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <ul class="moment-list">
        {groups.map(({ kind, periods }) => {
          const name = words.options.choiceLabels[kind];
          const seconds = periods.reduce((sum, { start, end }) => sum + end - start, 0) / data.clockRate / 1000;
          return (
            <li key={kind} class="card">
              <p>
                <strong>{name}</strong> <span class="muted">{texts.seconds(formatNumber(Math.round(seconds)))}</span>
              </p>
              <div class="row">
                {periods.slice(0, maxPeriods).map(({ start }) => (
                  <button
                    key={start}
                    type="button"
                    class="small"
                    aria-label={texts.watch(name, data.timeText(start))}
                    onClick={() => playhead.watch({ start, speed: 1 })}
                  >
                    <Icon of="play" /> {data.timeText(start)}
                  </button>
                ))}
              </div>
              {canMakeVideo && (
                <button
                  type="button"
                  aria-label={texts.videoOf(name)}
                  disabled={making.isRunning}
                  onClick={() => void making.run(kind)}
                >
                  {texts.video}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {making.error !== null && <ErrorNotice error={making.error} />}
    </section>
  );
}
