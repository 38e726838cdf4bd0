import type { Job } from '../../contract/index.ts';
import { words } from '../words/index.ts';
import { length, whole } from '../words/numbers.ts';

/** Where a render is, how fast it goes and when it will be there. */
export function JobProgress({
  job: { progress, stage, queue_position, frames_per_second, seconds_left },
}: {
  job: Job;
}) {
  const { watch } = words;
  const about = [
    queue_position !== null && watch.position(queue_position),
    frames_per_second !== null && watch.speed(whole(Math.round(frames_per_second))),
    seconds_left !== null && watch.left(length(seconds_left)),
  ].filter((part) => part !== false);
  return (
    <div class="card in-progress" aria-live="polite">
      <p class="stage">{watch.stages[stage ?? 'storing']}</p>
      <progress max={100} value={progress} aria-label={watch.progress} />
      <p class="row quiet">
        <span>{Math.floor(progress)} %</span>
        {about.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
    </div>
  );
}
