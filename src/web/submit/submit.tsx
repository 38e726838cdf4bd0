import { useState } from 'preact/hooks';
import type { JobCreated } from '../../contract/index.ts';
import { goTo } from '../router.ts';
import { postForm } from '../service/call.ts';
import { Trouble } from '../trouble.tsx';
import { words } from '../words/index.ts';

export function Submit() {
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);

  async function submit(file: File) {
    const form = new FormData();
    form.set('replay', file);
    setSent(0);
    setError(null);
    try {
      const { job_id } = await postForm<JobCreated>('/v1/render', form, { onProgress: setSent });
      goTo(`/view/${job_id}`);
    } catch (cause) {
      setError(cause);
      setSent(null);
    }
  }

  return (
    <>
      <h1>{words.submit.title}</h1>
      <p class="quiet">{words.submit.about}</p>
      <label class="button primary">
        {words.submit.choose}
        <input
          type="file"
          accept=".osr"
          class="hidden-input"
          onChange={({ currentTarget: { files } }) => files?.[0] && submit(files[0])}
        />
      </label>
      {sent !== null && <progress max={1} value={sent} aria-label={words.submit.sending} />}
      {error !== null && <Trouble error={error} />}
    </>
  );
}
