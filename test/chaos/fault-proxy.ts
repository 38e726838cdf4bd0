import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What happens to a request: forwarded; answered with 500; never answered; lost before the server; its answer lost; or
 * forwarded twice.
 */
export type Fault = 'through' | 'refused' | 'unanswered' | 'lost' | 'answer-lost' | 'twice';

/** A proxy that injects the faults of networks and servers. */
export interface FaultProxy {
  readonly url: string;
  /** Decides the fault of every later request. */
  decide(fault: Fault | ((message: Message) => Fault | Promise<Fault>)): void;
  /** The server's answers, in order. */
  readonly answers: readonly Answer[];
  /** Closes the connections of unanswered requests. */
  dropUnanswered(): void;
  stop(): Promise<void>;
}

export interface Message {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

export interface Answer {
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

interface Exchange {
  readonly fault: Fault;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly body: Buffer;
}

/** Starts a proxy in front of a server. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let decision: (message: Message) => Fault | Promise<Fault> = () => 'through';
  const answers: Answer[] = [];
  const unanswered = new Set<IncomingMessage>();

  const server = createServer(async (incoming, outgoing) => {
    incoming.on('error', () => {});
    outgoing.on('error', () => {});
    try {
      const message = { method: incoming.method!, path: incoming.url!, body: await buffer(incoming) };
      await respond({ fault: await decision(message), incoming, outgoing, body: message.body });
    } catch {
      incoming.socket.destroy();
    }
  });

  async function respond({ fault, incoming, outgoing, body }: Exchange): Promise<void> {
    if (fault === 'unanswered') {
      unanswered.add(incoming);
      return;
    }
    if (fault === 'lost') return void incoming.socket.destroy();
    if (fault === 'refused') {
      return void outgoing
        .writeHead(500, { 'content-type': 'application/xml' })
        .end('<Error><Code>InternalError</Code></Error>');
    }
    const answer = await forward(incoming, body);
    if (fault === 'twice') await forward(incoming, body);
    if (fault === 'answer-lost') return void incoming.socket.destroy();
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async function forward(incoming: IncomingMessage, body: Buffer) {
    const answer = await send(target, incoming, body);
    answers.push({ path: incoming.url!, status: answer.status, body: answer.body.toString('utf8', 0, 1000) });
    return answer;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  function letGo(): void {
    for (const incoming of unanswered) incoming.socket.destroy();
    unanswered.clear();
  }
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    dropUnanswered: letGo,
    decide(fault) {
      decision = typeof fault === 'function' ? fault : () => fault;
    },
    stop() {
      letGo();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Forwards the headers unchanged: a signature may cover them. */
function send(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const forwarded = request(new URL(url!, target), { method: method!, headers, agent: false }, async (response) => {
      try {
        resolve({ status: response.statusCode!, headers: response.headers, body: await buffer(response) });
      } catch (error) {
        reject(error);
      }
    });
    forwarded.on('error', reject).end(body);
  });
}
