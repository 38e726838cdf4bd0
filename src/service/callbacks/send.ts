import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { AddressRule } from './address-rule.ts';
import { type Message, signedHeaders } from './sign.ts';

export interface SendOptions {
  readonly secret: string;
  readonly rule: AddressRule;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/** The whole request, with the lookup and the connection. */
const defaultTimeoutMs = 15_000;

/**
 * Sends a message once. Throws unless the server responds with 2xx: redirects are not followed. The body of the response is
 * not read. The error's message is safe to show to the client.
 */
export async function sendMessage(target: string, message: Message, options: SendOptions): Promise<void> {
  const { secret, rule, signal, timeoutMs = defaultTimeoutMs } = options;
  const url = new URL(target);
  // The rule may have changed since the job was submitted.
  const problem = rule.problemOf(url);
  if (problem !== null) throw new Error(`The URL is refused: ${problem}`);
  const timeout = AbortSignal.timeout(timeoutMs);
  const status = await post(url, message, { secret, rule, signal: AbortSignal.any([signal, timeout]) }).catch(
    (cause) => {
      signal.throwIfAborted();
      if (timeout.aborted) throw new Error(`No response within ${timeoutMs / 1000} seconds.`);
      throw new Error(reasonOf(cause), { cause });
    },
  );
  if (status >= 300 && status < 400) throw new Error(`The response was a redirect (${status}).`);
  if (status < 200 || status >= 300) throw new Error(`The response had status ${status}.`);
}

function post(
  url: URL,
  message: Message,
  { secret, rule, signal }: Pick<SendOptions, 'secret' | 'rule' | 'signal'>,
): Promise<number> {
  const body = Buffer.from(message.body);
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: { ...signedHeaders(message, secret), 'content-length': body.length, connection: 'close' },
    // Each connection is checked, so none is kept for the next message.
    agent: false,
    lookup: rule.lookupFor(url),
    maxHeaderSize: 16 * 1024,
    signal,
  });
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.end(body);
  });
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code !== null) return `The request failed (${code}).`;
  return error instanceof Error ? error.message : 'The request failed.';
}
