import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';

const promtool = '/usr/bin/promtool';
const instance = '{job="reprise", instance="api:9727"}';

/** A metric that stays the same for 13 hours. */
const constant = (name: string, value: number) => ({ series: `${name}${instance}`, values: `${value}x780` });

/** A queue with a job that no worker renders. */
const idleQueue = [constant('reprise_queue_depth', 1), constant('reprise_worker_slots_busy', 0)];

/** 100 requests per minute, of which 10 have this status. */
const requests = (status: number) =>
  [
    [200, 90],
    [status, 10],
  ].map(([status, perMinute]) => ({
    series: `reprise_http_request_duration_seconds_count{job="reprise", method="POST", route="/v1/render", status="${status}"}`,
    values: `0+${perMinute}x780`,
  }));

test.each([
  ['jobs wait and no worker renders', [...idleQueue, constant('reprise_queue_paused', 0)], ['RepriseNoWorker']],
  ['the queue is paused', [...idleQueue, constant('reprise_queue_paused', 1)], ['RepriseQueuePauseForgotten']],
  ['a tenth of the responses are 500', requests(500), ['RepriseErrors']],
  ['a tenth of the responses are 503, because of maintenance', requests(503), []],
])('when %s, the alerts are as expected', async (_, series, fires) => {
  if (!existsSync(promtool)) return expect(process.env.CI).toBeUndefined();
  const folder = await mkdtemp(join(tmpdir(), 'reprise-alerts-'));
  try {
    const file = join(folder, 'test.yaml');
    const names = ['RepriseNoWorker', 'RepriseQueuePauseForgotten', 'RepriseErrors'];
    // Only names count: promtool compares labels and annotations, so a rule that fires is recognised by its series.
    const firing = (name: string) => ({
      expr: `count(ALERTS{alertname="${name}", alertstate="firing"}) or vector(0)`,
      eval_time: '13h',
      exp_samples: [{ labels: '{}', value: fires.includes(name) ? 1 : 0 }],
    });
    await writeFile(
      file,
      stringify({
        rule_files: [resolve('deploy/prometheus/alerts.yaml')],
        tests: [{ interval: '1m', input_series: series, promql_expr_test: names.map(firing) }],
      }),
    );
    await expect(promisify(execFile)(promtool, ['test', 'rules', file])).resolves.toBeDefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});
