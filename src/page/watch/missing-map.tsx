import { useEffect, useMemo, useState } from 'preact/hooks';
import { RepriseError } from '../../../clients/typescript/src/index.ts';
import type { Job, JobCreated } from '../../contract/index.ts';
import { isFinished } from '../../contract/settings/index.ts';
import { Failure } from '../../failure.ts';
import { readReplayHeader } from '../../game/replay/index.ts';
import { getBytes, postForm, sendRequest } from '../api/request.ts';
import { type UploadState, uploadWithRetry } from '../api/upload-with-retry.ts';
import { useAction } from '../api/use-action.ts';
import { ErrorNotice, RetryNotice } from '../components/error-notice.tsx';
import { useDroppedFiles } from '../hooks/use-dropped-files.ts';
import { linkTo } from '../link-to.ts';
import { navigate } from '../router.ts';
import { readBeatmapChecksums } from '../submit/attached-set.ts';
import { words } from '../words/index.ts';

const mapFailures = ['beatmap/not-found', 'beatmap/unavailable', 'beatmap/unreadable'] as const;
export type MapFailure = (typeof mapFailures)[number];

/** The reason why a job failed, if its beatmap set can help; otherwise null. */
export function mapFailureOf({ error_code }: Pick<Job, 'error_code'>): MapFailure | null {
  return mapFailures.find((code) => code === error_code) ?? null;
}

/** Asks for the .osz of a job whose map is missing, and goes on with a new job. */
export function MissingMap({ job, failure }: { job: Job; failure: MapFailure }) {
  const { missingMap: texts } = words.watch;
  /** The worker has not looked for the map, and may find it. */
  const isNotYet = failure === 'beatmap/not-found' && !isFinished(job.status);
  const [upload, setUpload] = useState<UploadState<string> | null>(null);
  const unmounted = useMemo(() => new AbortController(), []);
  useEffect(() => () => unmounted.abort(), []);
  const { run, isRunning, error } = useAction(async (files: readonly File[]) => {
    setUpload(null);
    const set = await findSetOf(job, files);
    if (!isFinished(job.status)) await cancel(job);
    const send = { signal: unmounted.signal, onState: setUpload };
    const jobId = await uploadWithRetry((options) => retryWith(set, job, options), send);
    if (jobId !== null) navigate(linkTo(`/view/${jobId}`));
  });
  const isDragging = useDroppedFiles((files) => void run(files), { inFolders: /\.osz$/i });
  return (
    <section class={`card missing-map ${isDragging ? 'dragging' : ''}`} aria-label={texts.label}>
      <div role="alert">
        <p>
          <strong>{isNotYet ? texts.notYet : words.failures[failure][0]}</strong>
        </p>
        <p>{isNotYet ? texts.aboutNotYet : texts.about}</p>
      </div>
      {isRunning ? (
        <UploadProgress upload={upload} />
      ) : (
        <>
          <label class="drop-zone">
            <span class="drop-zone-title">{isDragging ? words.submit.dropNow : texts.drop}</span>
            <span class="button primary">{texts.choose}</span>
            <input
              type="file"
              accept=".osz"
              class="hidden-input"
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                // Without this, choosing the same file again fires no change event.
                currentTarget.value = '';
                if (files.length > 0) void run(files);
              }}
            />
          </label>
          {error !== null && <ErrorNotice error={error} />}
          {upload?.is === 'rejected' && <ErrorNotice error={upload.error} />}
        </>
      )}
      <p class="muted">{texts.help}</p>
    </section>
  );
}

function UploadProgress({ upload }: { upload: UploadState<string> | null }) {
  const { missingMap: texts } = words.watch;
  if (upload?.is === 'waiting')
    return (
      <div data-unsaved>
        <RetryNotice error={upload.error} />
      </div>
    );
  return (
    <p role="status" data-unsaved>
      {upload === null ? texts.checking : texts.uploading}
      <progress max={1} value={upload?.is === 'uploading' ? upload.fraction : 0} aria-label={texts.uploading} />
    </p>
  );
}

/** The first of these files that contains the map of the job's replay. A wrong one need not be uploaded to be refused. */
async function findSetOf(job: Job, files: readonly File[]): Promise<File> {
  const sets = files.filter(({ name }) => /\.osz$/i.test(name));
  if (sets.length === 0) throw new Failure('beatmap/wrong-extension');
  const replay = await getBytes(linkTo(`/v1/jobs/${job.job_id}/replay`));
  const { beatmapMd5 } = readReplayHeader(replay);
  for (const set of sets) if ((await readBeatmapChecksums(set)).has(beatmapMd5.toLowerCase())) return set;
  throw new Failure('beatmap/mismatch');
}

/** Ends a job that would only fail. It may have failed by itself just now. */
async function cancel(job: Job): Promise<void> {
  try {
    await sendRequest('DELETE', linkTo(`/v1/jobs/${job.job_id}`));
  } catch (error) {
    if (!(error instanceof RepriseError) || error.code !== 'job/finished') throw error;
  }
}

async function retryWith(set: File, job: Job, options: Parameters<typeof postForm>[2]): Promise<string> {
  const form = new FormData();
  form.set('beatmap', set);
  return (await postForm<JobCreated>(linkTo(`/v1/jobs/${job.job_id}/retry`), form, options)).job_id;
}
