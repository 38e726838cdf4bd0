import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analytics } from '../../../src/contract/index.ts';
import { sharedData } from '../../support/files/shared-data.ts';
import { expectError, get, jsonOf, post, replayForm } from '../../support/http/requests.ts';
import { startInProcessService } from '../../support/service/service.ts';

// The same on generated replays: specification/render.test.ts and jobs.test.ts. All real replays are read and judged
// in test/game; here every third is enough, because only the way through HTTP is new.
test('real replays are accepted with their analytics, or refused with a known error', async () => {
  if (sharedData === null) {
    console.log('There are no real replays here: they are not submitted.');
    return;
  }
  const folder = join(sharedData, 'replays');
  const service = await startInProcessService({ env: { MAX_QUEUED: '10000' } });
  try {
    let accepted = 0;
    const names = (await readdir(folder)).filter((file) => file.endsWith('.osr')).sort();
    for (const name of names.filter((_, index) => index % 3 === 0)) {
      const file = Uint8Array.from(await readFile(join(folder, name)));
      const response = await post(`${service.url}/v1/render`, replayForm({ file, name }));
      if (response.status !== 202) {
        await expectError(response, file.length === 0 ? 400 : 415);
        continue;
      }
      const { job_id } = await jsonOf(response);
      const record = analytics.safeParse(await jsonOf(await get(`${service.url}/v1/jobs/${job_id}/analytics`)));
      expect(record.error?.issues ?? [], name).toEqual([]);
      accepted++;
    }
    expect(accepted).toBeGreaterThan(30);
  } finally {
    await service.stop();
  }
});
