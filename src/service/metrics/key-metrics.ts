import { Counter, Gauge, type Registry } from 'prom-client';
import type { KeyUsage } from '../keys/index.ts';

/** Returns the function that sets the metrics of keys. */
export function createKeyMetrics(registry: Registry): (used: readonly KeyUsage[]) => void {
  const registers = [registry];
  const submissions = new Counter({
    name: 'reprise_key_submissions_total',
    help: 'Jobs that were admitted with a key, by the name of the key.',
    labelNames: ['key'],
    registers,
  });
  const activeJobs = new Gauge({
    name: 'reprise_key_active_jobs',
    help: 'Unfinished jobs of a key and its users, by the name of the key.',
    labelNames: ['key'],
    registers,
  });
  return (used) => {
    for (const metric of [submissions, activeJobs]) metric.reset();
    for (const usage of used) {
      submissions.inc({ key: usage.name }, usage.submissions);
      activeJobs.set({ key: usage.name }, usage.activeJobs);
    }
  };
}
