import { useState } from 'preact/hooks';
import type { Job } from '../../contract/index.ts';
import { isFinished, renderOptionsOf } from '../../contract/settings/index.ts';
import { isClip, shownPartOf } from '../shown-part.ts';
import { words } from '../words/index.ts';
import { formatDuration, formatWholePercent } from '../words/numbers.ts';
import { stateOf } from './job-state.ts';

interface CardPictureProps {
  readonly job: Job;
  /** The picture of the map; undefined if there is none. */
  readonly cover: string | undefined;
}

/** The thumbnail of a video; before it exists and after it was removed, the background of the map. */
export function CardPicture({ job, cover }: CardPictureProps) {
  const { progress, status } = job;
  const state = stateOf(job);
  const wanted = state === 'completed' ? job.artifacts.thumbnail_url : cover;
  const [broken, setBroken] = useState<string | null>(null);
  const picture = wanted === broken ? undefined : wanted;
  return (
    <div class={`thumbnail ${state === 'completed' ? '' : 'without-video'}`}>
      {picture !== undefined && (
        <img
          key={picture}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          width={1280}
          height={720}
          onError={() => setBroken(picture)}
        />
      )}
      {state !== 'completed' && (
        <span class={`badge ${state}`}>
          {state === 'cancelled' || state === 'removed' ? words.list.statuses[state] : words.status[state]}
          {state === 'rendering' && ` ${formatWholePercent(progress)}`}
        </span>
      )}
      <LengthBadge job={job} />
      {!isFinished(status) && <progress max={100} value={progress} aria-label={words.watch.progress} />}
    </div>
  );
}

/** The length of the play, or of the clip of it that the video shows. */
function LengthBadge({ job: { play, config } }: { job: Job }) {
  const part = shownPartOf(config);
  const { start, end } = part;
  const { speed } = renderOptionsOf(config);
  const clipMs = start !== undefined && end !== undefined ? (end - start) / speed / (play?.speed ?? 1) : null;
  const seconds = isClip(part) ? clipMs && clipMs / 1000 : play?.length_seconds;
  const length = typeof seconds === 'number' ? formatDuration(seconds) : '';
  const text = [isClip(part) ? words.submit.clip : '', length].filter((part) => part !== '').join(' ');
  if (text === '') return null;
  return (
    <span class="badge length" {...(!isClip(part) && { title: words.list.length })}>
      {text}
    </span>
  );
}
