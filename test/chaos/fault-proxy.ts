import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * What becomes of a request: it goes through; it is answered with 500; nobody ever answers; it is lost on its way; its
 * answer is; or it arrives twice.
 */
export type Fate = 'through' | 'refused' | 'unanswered' | 'lost' | 'answer-lost' | 'twice';

/** Stands before a server and does to its requests what networks and servers do. */
export interface FaultProxy {
  readonly url: string;
  /** Decides over every request from now on. */
  decide(fate: Fate | ((message: Message) => Fate | Promise<Fate>)): void;
  /** Answers of the server to what came through, in order. */
  readonly answers: readonly Answer[];
  /** Breaks off what nobody answers. */
  letGo(): void;
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

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let decision: (message: Message) => Fate | Promise<Fate> = () => 'through';
  const answers: Answer[] = [];
  const held = new Set<IncomingMessage>();

  const server = createServer(async (incoming, outgoing) => {
    incoming.on('error', () => {});
    outgoing.on('error', () => {});
    try {
      const message = { method: incoming.method!, path: incoming.url!, body: await buffer(incoming) };
      await deal(await decision(message), incoming, outgoing, message.body);
    } catch {
      incoming.socket.destroy();
    }
  });

  async function deal(fate: Fate, incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): Promise<void> {
    if (fate === 'unanswered') {
      held.add(incoming);
      return;
    }
    if (fate === 'lost') return void incoming.socket.destroy();
    if (fate === 'refused') {
      return void outgoing
        .writeHead(500, { 'content-type': 'application/xml' })
        .end('<Error><Code>InternalError</Code></Error>');
    }
    const answer = await passOn(incoming, body);
    if (fate === 'twice') await passOn(incoming, body);
    if (fate === 'answer-lost') return void incoming.socket.destroy();
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }

  async function passOn(incoming: IncomingMessage, body: Buffer) {
    const answer = await pass(target, incoming, body);
    answers.push({ path: incoming.url!, status: answer.status, body: answer.body.toString('utf8', 0, 1000) });
    return answer;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  function letGo(): void {
    for (const incoming of held) incoming.socket.destroy();
    held.clear();
  }
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    letGo,
    decide(fate) {
      decision = typeof fate === 'function' ? fate : () => fate;
    },
    stop() {
      letGo();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** With its headers as they are: a signature may be over them. */
function pass(target: string, { method, url, headers }: IncomingMessage, body: Buffer) {
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
