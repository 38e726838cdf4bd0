import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { checkClocks, clocksOf } from '../../../src/cli/doctor/clock-check.ts';
import { readConfig } from '../../../src/config.ts';
import { failures } from '../../../src/failure.ts';
import { freshDatabase } from '../../support/database/fresh-database.ts';
import { insertJobs } from '../../support/database/job-rows.ts';
import { type Document, yamlDocuments, yamlFile } from '../../support/deployment/deployment-files.ts';
import { freePort } from '../../support/http/free-port.ts';
import { get, jsonOf, post, replayForm } from '../../support/http/requests.ts';
import { runReprise, startServeProcess } from '../../support/processes/serve-process.ts';
import { bucketEnvironment, createBucket } from '../../support/storage/bucket.ts';

describe('a running service', () => {
  const alerts: Document[] = yamlFile('deploy/prometheus/alerts.yaml').groups.flatMap((group: Document) => group.rules);
  const panels: Document[] = JSON.parse(readFileSync('deploy/grafana/reprise.json', 'utf8')).panels;
  const dashboardExpressions = panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }: Document) => expr as string),
  );
  const expressions = [...alerts.map(({ expr }) => expr as string), ...dashboardExpressions];

  let metrics: Map<string, Set<string>>;
  let logLines: string[];
  let atPublicPort: number;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reprise-library-'));
    const library = join(folder, 'library.cjs');
    // A library that writes to standard error when it gets a signal.
    await writeFile(
      library,
      "process.on('SIGUSR2', () => { process.emitWarning('old API'); console.warn('%d retries', 2); console.error('gone'); });",
    );
    const bucket = await createBucket();
    const metricsPort = await freePort();
    const service = await startServeProcess({
      env: {
        METRICS_PORT: String(metricsPort),
        RENDER_WORKERS: '1',
        RENDER_MEMORY_MB: '1000',
        BEATMAP_MIRRORS: '',
        NODE_OPTIONS: `--require ${library}`,
        ...(bucket && bucketEnvironment(bucket)),
      },
    });
    try {
      const { job_id: id } = await jsonOf(await post(`${service.url}/v1/render`, replayForm()));
      const job = async () => jsonOf(await get(`${service.url}/v1/jobs/${id}`));
      // Its map cannot be found, so the attempt fails quickly.
      await vi.waitFor(async () => expect(await job()).toMatchObject({ status: 'failed' }), { timeout: 300_000 });
      const client = '192.0.2.77';
      for (let i = 0; i < 6; i++) await post(`${service.url}/v1/render`, replayForm(), { client });
      await runReprise(['keys', 'create', 'bot'], { env: { DATA_DIR: service.dataDir } });
      metrics = labelsByName(await (await get(`http://127.0.0.1:${metricsPort}/metrics`)).text());
      atPublicPort = (await get(`${service.url}/metrics`)).status;
      process.kill(service.pid, 'SIGUSR2');
      await vi.waitFor(() => expect(service.log()).toContain('gone'), { timeout: 300_000 });
      await service.end();
      logLines = service.log().trim().split('\n');
    } finally {
      await service.remove();
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('metrics with a port of their own are not at the public port', () => {
    expect(metrics.size).toBeGreaterThan(0);
    expect(atPublicPort).toBe(404);
  });

  test('the log has only lines of JSON, also those of Node and of libraries', () => {
    const lines = logLines.map((line) => JSON.parse(line));
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          level: 'warn',
          err: expect.objectContaining({ type: 'Warning', message: 'old API' }),
        }),
        expect.objectContaining({ level: 'warn', output: '2 retries' }),
        expect.objectContaining({ level: 'error', output: 'gone' }),
      ]),
    );
  });

  test('the start warns about too little memory for a resolution', () => {
    expect(logLines.join('\n')).toContain('some renders will fail: a render at 4k needs at least');
  });

  test('use only metrics and labels that the service has', () => {
    for (const expression of expressions) {
      for (const { name, labels } of selectors(expression)) {
        if (name === 'up') continue;
        expect([expression, metrics.has(name) ? name : `no ${name}`]).toEqual([expression, name]);
        const unknown = labels.filter((label) => !scrapeLabels.includes(label) && !metrics.get(name)?.has(label));
        expect([expression, unknown]).toEqual([expression, []]);
      }
    }
  });

  test('match only existing label values', () => {
    const values: Record<string, readonly string[]> = {
      status: ['queued', 'downloading', 'rendering', 'completed', 'failed', '503'],
      result: ['completed', 'failed', 'handed-back', 'lost', 'segment-rendered', 'split'],
      outcome: ['ok', 'accepted', 'failed', ...Object.keys(failures)],
    };
    for (const [, label = '', operator, pattern = ''] of expressions.join('\n').matchAll(/(\w+)(=~?)"([^"]+)"/g)) {
      if (values[label] === undefined) continue;
      const choices = operator === '=' ? [pattern] : pattern.split('|');
      for (const choice of choices)
        expect(
          values[label]?.some((value) => new RegExp(`^${choice}$`).test(value)),
          choice,
        ).toBe(true);
    }
  });

  test('the dashboard shows all of our metrics', () => {
    const ours = [...metrics.keys()].filter((name) => name.startsWith('reprise_'));
    const used = new Set(dashboardExpressions.flatMap((expression) => selectors(expression).map(({ name }) => name)));
    const missing = ours.filter((name) => !familyOf(name).some((member) => used.has(member)));
    expect(missing).toEqual([]);
  });

  test('every alert has a summary and an action', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
      expect([alert, annotations]).toEqual([
        alert,
        { summary: expect.stringMatching(/\.$/), action: expect.stringMatching(/\.$/) },
      ]);
    }
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });
});

describe('the autoscaler', () => {
  test('counts the jobs that are queued or in progress, as integers', async () => {
    const fresh = await freshDatabase();
    const client = new pg.Client({ connectionString: fresh.url });
    try {
      const [, { spec }] = yamlDocuments('deploy/kubernetes/autoscaler/scaled-object.yaml');
      const { query } = spec.triggers[0].metadata;
      await client.connect();
      const runQuery = async () => Object.values((await client.query(query)).rows[0]);
      expect(await runQuery()).toEqual(['0']);
      const statuses = ['queued', 'queued', 'downloading', 'rendering', 'completed', 'failed'] as const;
      await insertJobs(
        fresh.connect(),
        statuses.map((status) => ({ status })),
      );
      expect(await runQuery()).toEqual(['4']);
    } finally {
      await client.end();
      await fresh.drop();
    }
  });
});

describe('create-bucket', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reprise-create-bucket-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Runs the command with a file .env in the working folder. */
  async function run(settings: Record<string, string>) {
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    await writeFile(join(folder, '.env'), lines.join('\n'));
    return runReprise(['create-bucket'], { cwd: folder });
  }

  test('creates a missing bucket with the settings of .env, and accepts an existing one', async () => {
    const existing = await createBucket();
    // The global set-up has already warned that Swift is missing.
    if (existing === null) return expect(inject('swift')).toBeNull();
    const bucket = `${existing.bucket}-new`;
    const settings = bucketEnvironment({ ...existing, bucket });
    expect(await run(settings)).toEqual({ code: 0, stdout: `Created the bucket ${bucket}.`, stderr: '' });
    expect(await run(settings)).toMatchObject({ code: 0, stdout: `The bucket ${bucket} already exists.` });
  });

  test.each([
    [{}, 'No bucket is configured'],
    [{ S3_REGION: 'eu-west-1' }, 'S3_BUCKET is required'],
  ])('says what is missing in %j', async (settings, message) => {
    expect(await run(settings)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});

test('the doctor compares the clock with those of the database and the bucket', async () => {
  const bucket = await createBucket();
  const fresh = await freshDatabase();
  try {
    const config = readConfig({ DATABASE_URL: fresh.url, ...(bucket && bucketEnvironment(bucket)) });
    const clocks = clocksOf(config, async () => fresh.connect());
    expect(clocks).toHaveLength(bucket === null ? 1 : 2);
    expect(await checkClocks(clocks)).toMatchObject({ state: 'ok' });
    const minuteAhead = await checkClocks(clocks, () => Date.now() + 60_000);
    expect(minuteAhead).toMatchObject({ state: 'warning', message: expect.stringMatching(/s ahead of the database/) });
    if (bucket !== null) expect(minuteAhead.message).toMatch(/s ahead of the S3 server/);
    await expect(checkClocks(clocks, () => Date.now() - 3_600_000)).rejects.toThrow(/s behind the database/);
  } finally {
    await fresh.drop();
  }
});

/** The test purges nothing, so these counters have no labels yet. */
const countersWithoutLabels = ['reprise_purged_jobs_total', 'reprise_purged_bytes_total'];

/** The labels that Prometheus adds to every metric. */
const scrapeLabels = ['job', 'instance'];

/** A counter without values appears with its name only; its labels follow with the first value. */
function labelsByName(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = ''] of text.matchAll(/^# TYPE (\w+) (?!histogram)/gm)) found.set(name, new Set());
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? /gm)) {
    const known = found.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    found.set(name, known);
  }
  for (const name of countersWithoutLabels) found.get(name)?.add('reason');
  return found;
}

/** Finds the metrics of an expression, each with the labels that it matches or groups by. */
function selectors(expression: string): { name: string; labels: string[] }[] {
  const groups = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap((match) => match[1]!.split(', '));
  const ungrouped = expression.replaceAll(/\b(by|on|without) \([^)]*\)/g, '');
  return [...ungrouped.matchAll(/\b((?:reprise|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)]
        .map((match) => match[1]!)
        .concat(groups.filter((label) => label !== '')),
    }),
  );
}

/** A histogram consists of three metrics. */
function familyOf(name: string): string[] {
  const base = name.replace(/_(bucket|sum|count)$/, '');
  return [name, `${base}_bucket`, `${base}_sum`, `${base}_count`];
}
