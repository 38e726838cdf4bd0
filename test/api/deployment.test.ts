import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { failures } from '../../src/failure.ts';
import { bucketEnvironment, createBucket } from '../support/bucket.ts';
import { freshDatabase } from '../support/database.ts';
import { type Document, yamlDocuments, yamlFile } from '../support/deployment.ts';
import { get, jsonOf, post, replayForm } from '../support/http.ts';
import { insertJobs } from '../support/jobs.ts';
import { startServeProcess } from '../support/serve.ts';

describe('alerts and dashboard', () => {
  const alerts: Document[] = yamlFile('deploy/prometheus/alerts.yaml').groups.flatMap((group: Document) => group.rules);
  const panels: Document[] = JSON.parse(readFileSync('deploy/grafana/reprise.json', 'utf8')).panels;
  const dashboardExpressions = panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }: Document) => expr as string),
  );
  const expressions = [...alerts.map(({ expr }) => expr as string), ...dashboardExpressions];

  let metrics: Map<string, Set<string>>;
  beforeAll(async () => {
    const service = await startServeProcess({ env: { RENDER_WORKERS: '1', BEATMAP_MIRRORS: '' } });
    try {
      const { job_id: id } = await jsonOf(await post(`${service.url}/v1/render`, replayForm()));
      const job = async () => jsonOf(await get(`${service.url}/v1/jobs/${id}`));
      // Its map cannot be found, so the attempt fails quickly.
      await vi.waitFor(async () => expect(await job()).toMatchObject({ status: 'failed' }), { timeout: 200_000 });
      const client = '192.0.2.77';
      for (let i = 0; i < 6; i++) await post(`${service.url}/v1/render`, replayForm(), { client });
      metrics = labelsByName(await (await get(`${service.url}/metrics`)).text());
    } finally {
      await service.remove();
    }
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
      result: ['completed', 'failed', 'handed-back', 'lost', 'part-made', 'shared-out'],
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
      const [, { spec }] = yamlDocuments('deploy/kubernetes/autoscaler.yaml');
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

describe('create-bucket.mjs', () => {
  test('creates a missing bucket and accepts an existing one', async () => {
    const existing = await createBucket();
    // The global set-up has already warned that Swift is missing.
    if (existing === null) return expect(inject('swift')).toBeNull();
    const run = async (bucket: string) => {
      const env = { ...process.env, ...bucketEnvironment({ ...existing, bucket }) };
      return (await promisify(execFile)(process.execPath, ['deploy/create-bucket.mjs'], { env })).stdout;
    };
    const bucket = `${existing.bucket}-new`;
    expect(await run(bucket)).toBe(`Created the bucket ${bucket}.\n`);
    expect(await run(bucket)).toBe(`The bucket ${bucket} already exists.\n`);
  });
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
