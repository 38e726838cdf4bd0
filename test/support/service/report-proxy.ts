import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Completion } from '../../../src/contract/index.ts';

/** A completion report that was forwarded, and the response of the service. */
export interface Delivery {
  readonly jobId: string;
  readonly bytes: Buffer;
  readonly report: Completion;
  readonly signature: string;
  readonly status: number;
  readonly answer: string;
}

/** A proxy between workers and services that records every completion report. */
export interface ReportProxy {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** The service gets the next report, but the worker does not get the response. */
  loseNextAnswer(): void;
  stop(): Promise<void>;
}

/** Workers check with reports on this job, which does not exist, that the service accepts their reports. */
const reportingCheckId = '00000000-0000-0000-0000-000000000000';

export async function openReportProxy(services: readonly string[], port = 0): Promise<ReportProxy> {
  const deliveries: Delivery[] = [];
  let turn = 0;
  let toLose = 0;
  const server = createServer(async (incoming, outgoing) => {
    const bytes = await buffer(incoming);
    const service = services[turn++ % services.length]!;
    const forwarded = request(service + incoming.url, { method: incoming.method!, headers: incoming.headers });
    forwarded.once('error', () => incoming.socket.destroy());
    forwarded.once('response', async (response) => {
      const answer = (await buffer(response)).toString();
      const status = response.statusCode!;
      const jobId = incoming.url!.split('/')[3]!;
      const isCheck = jobId === reportingCheckId;
      const signature = String(incoming.headers['x-signature']);
      if (!isCheck) deliveries.push({ jobId, bytes, report: JSON.parse(bytes.toString()), signature, status, answer });
      if (toLose > 0 && !isCheck) {
        toLose--;
        incoming.socket.destroy();
      } else {
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(answer);
      }
    });
    forwarded.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    loseNextAnswer() {
      toLose++;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
