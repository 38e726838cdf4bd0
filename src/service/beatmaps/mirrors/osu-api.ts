import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../../failure.ts';
import { osuApiSetIdPath } from './mirror-table.ts';
import { HttpError, readJson, request, valueAt } from './request.ts';
import { type SetLookup, setIdOf } from './set-lookup.ts';

export interface OsuApiOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** By default the official API. */
  readonly baseUrl?: string;
  readonly now?: () => number;
  readonly wait?: (ms: number, options: { signal?: AbortSignal | undefined }) => Promise<unknown>;
  readonly responseTimeoutMs?: number;
}

/** What the service requests from the osu! API. */
export interface OsuApi extends SetLookup {
  /** Downloads a path of the API below /api/v2; null if it does not exist. Throws `replay/too-large`. */
  downloadReplay(path: string, options: { maxBytes: number }): Promise<Uint8Array | null>;
}

/** The API's documentation asks clients to stay below 60 requests per minute. */
const requestIntervalMs = 1_000;
/** Until a response has ended; replays can have megabytes. */
const downloadTimeoutMs = 30_000;
/** A token is renewed this long before it expires. */
const renewBeforeMs = 60_000;

interface GetOptions {
  /** The media type. */
  readonly accept: string;
  readonly totalTimeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

interface Token {
  readonly value: string;
  readonly endsAt: number;
}

/**
 * The osu! API knows every submitted map. Requests use an application token (OAuth client credentials) until it
 * expires, at most one request per second.
 */
export function createOsuApi(options: OsuApiOptions): OsuApi {
  const {
    clientId,
    clientSecret,
    baseUrl = 'https://osu.ppy.sh',
    now = Date.now,
    responseTimeoutMs = 10_000,
  } = options;
  const { wait = (ms, { signal }) => sleep(ms, undefined, signal ? { signal } : {}) } = options;
  let token: Token | null = null;
  let renewal: Promise<Token> | null = null;
  let nextAt = 0;

  /** Waits for the next free second and reserves it. */
  async function waitForFreeSecond(signal?: AbortSignal): Promise<void> {
    const at = Math.max(now(), nextAt);
    nextAt = at + requestIntervalMs;
    if (at > now()) await wait(at - now(), { signal });
  }

  async function requestToken(): Promise<Token> {
    const requestedAt = now();
    const response = await request(
      `${baseUrl}/oauth/token`,
      { responseTimeoutMs, totalTimeoutMs: responseTimeoutMs },
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({
          client_id: clientId,
          client_secret: clientSecret,
          grant_type: 'client_credentials',
          scope: 'public',
        }),
      },
    );
    const json = response && (await readJson(response));
    const value = valueAt(json, ['access_token']);
    const seconds = Number(valueAt(json, ['expires_in']));
    if (typeof value !== 'string' || !(seconds > 0)) throw new Error('The response contains no access token.');
    return { value, endsAt: requestedAt + seconds * 1000 };
  }

  async function renew(): Promise<Token> {
    try {
      token = await requestToken();
      return token;
    } finally {
      renewal = null;
    }
  }

  /** Concurrent requests share one token request. */
  async function validToken(): Promise<Token> {
    if (token !== null && token.endsAt - renewBeforeMs > now()) return token;
    renewal ??= renew();
    return renewal;
  }

  async function requestOnce(
    { value }: Token,
    path: string,
    { accept, signal, totalTimeoutMs = responseTimeoutMs }: GetOptions,
  ): Promise<Response | null> {
    await waitForFreeSecond(signal);
    const headers = { authorization: `Bearer ${value}`, accept };
    return request(`${baseUrl}/api/v2/${path}`, { responseTimeoutMs, totalTimeoutMs, signal }, { headers });
  }

  async function get(path: string, init: GetOptions): Promise<Response | null> {
    const used = await validToken();
    try {
      return await requestOnce(used, path, init);
    } catch (error) {
      // A token may be revoked before it expires.
      if (!(error instanceof HttpError) || error.status !== 401) throw error;
      if (token === used) token = null;
      return requestOnce(await validToken(), path, init);
    }
  }

  return {
    host: new URL(baseUrl).host,
    async find(beatmapMd5, { signal }) {
      const response = await get(`beatmaps/lookup?checksum=${beatmapMd5}`, { accept: 'application/json', signal });
      return response && setIdOf(await readJson(response), osuApiSetIdPath);
    },
    async downloadReplay(path, { maxBytes }) {
      const response = await get(path, {
        accept: 'application/octet-stream',
        totalTimeoutMs: downloadTimeoutMs,
      });
      return response && readBytes(response, maxBytes);
    },
  };
}

async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).length;
    if (bytes > maxBytes)
      throw new Failure(
        'replay/too-large',
        `Replay file exceeds maximum size of ${Math.floor(maxBytes / 1024 ** 2)}MB.`,
      );
  }
  return Buffer.concat(chunks);
}
