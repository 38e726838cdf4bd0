import type { Job } from '../../contract/index.ts';
import { words } from '../words/index.ts';
import { formatDuration, formatNumber } from '../words/numbers.ts';

/** Stage, progress, speed and remaining time of a render. */
export function JobProgress({
  job: { progress, stage, queue_position, frames_per_second, seconds_left },
}: {
  job: Job;
}) {
  const { watch } = words;
  const details = [
    queue_position !== null && watch.position(queue_position),
    frames_per_second !== null && watch.speed(formatNumber(Math.round(frames_per_second))),
    seconds_left !== null && watch.left(formatDuration(seconds_left)),
  ].filter((detail) => detail !== false);
  return (
    <div class="card in-progress" aria-live="polite">
      <p class="stage">{watch.stages[stage ?? 'storing']}</p>
      <progress max={100} value={progress} aria-label={watch.progress} />
      <p class="row muted">
        <span>{Math.floor(progress)} %</span>
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
      </p>
    </div>
  );
}
