import type { Job, JobList } from '../../contract/index.ts';
import { useAnswer } from '../service/use-answer.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';

export function Renders() {
  const answer = useAnswer<JobList>('/v1/jobs?limit=24');
  return (
    <>
      <h1>{words.renders.title}</h1>
      {answer.state === 'loading' && <p class="quiet">{words.loading}</p>}
      {answer.state === 'failed' && <Trouble error={answer.error} onRetry={answer.reload} />}
      {answer.state === 'there' && answer.value.jobs.length === 0 && <p class="quiet">{words.renders.none}</p>}
      {answer.state === 'there' && (
        <ul class="cards">
          {answer.value.jobs.map((job) => (
            <RenderCard key={job.job_id} job={job} />
          ))}
        </ul>
      )}
    </>
  );
}

function RenderCard({ job }: { job: Job }) {
  return (
    <li class="card">
      <a href={`/view/${job.job_id}`}>{job.map_title === '' ? words.untitled : job.map_title}</a>
      <p class="quiet">{words.status[job.status]}</p>
    </li>
  );
}
