import type { Job } from '../../contract/index.ts';
import { useAnswer } from '../service/use-answer.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';

export function Watch({ id }: { id: string }) {
  const answer = useAnswer<Job>(`/v1/jobs/${encodeURIComponent(id)}`);
  if (answer.state === 'loading') return <p class="quiet">{words.loading}</p>;
  if (answer.state === 'failed') return <Trouble error={answer.error} onRetry={answer.reload} />;
  const { map_title, status, progress, artifacts } = answer.value;
  return (
    <>
      <h1>{map_title === '' ? words.untitled : map_title}</h1>
      {status === 'completed' ? (
        // biome-ignore lint/a11y/useMediaCaption: nothing is spoken in it.
        <video
          class="screen"
          controls
          playsInline
          preload="metadata"
          poster={artifacts.thumbnail_url}
          src={artifacts.video_url}
        />
      ) : (
        <>
          <p>{words.status[status]}</p>
          <progress max={100} value={progress} aria-label={words.status[status]} />
        </>
      )}
    </>
  );
}
