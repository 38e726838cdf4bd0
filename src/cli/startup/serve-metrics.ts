import { createMetricsApp } from '../../service/http/index.ts';
import { closeServer, listen } from '../wiring/listen.ts';
import type { Installation } from '../wiring/open-installation.ts';

/** Serves /metrics at METRICS_PORT, if that is set, until the installation closes. */
export async function serveMetrics({ config, log, metrics, onClose }: Installation): Promise<void> {
  const { host, metricsPort } = config;
  if (metricsPort === null) return;
  const app = await createMetricsApp({ log, metrics });
  onClose('metrics', () => closeServer(app));
  await listen(app, { host, port: metricsPort, portVariable: 'METRICS_PORT' });
}
