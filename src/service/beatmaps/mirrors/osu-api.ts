import { setTimeout as sleep } from 'node:timers/promises';
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

/** The API's documentation asks clients to stay below 60 requests per minute. */
const requestIntervalMs = 1_000;
/** A token is renewed this long before it expires. */
const renewBeforeMs = 60_000;

interface Token {
  readonly value: string;
  readonly endsAt: number;
}

/**
 * The osu! API knows every submitted map. Requests use an application token (OAuth client credentials) until it
 * expires, at most one request per second.
 */
export function createOsuApi(options: OsuApiOptions): SetLookup {
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

  async function lookUp({ value }: Token, beatmapMd5: string, signal?: AbortSignal): Promise<number | null> {
    await waitForFreeSecond(signal);
    const url = `${baseUrl}/api/v2/beatmaps/lookup?checksum=${beatmapMd5}`;
    const headers = { authorization: `Bearer ${value}`, accept: 'application/json' };
    const response = await request(url, { responseTimeoutMs, totalTimeoutMs: responseTimeoutMs, signal }, { headers });
    return response && setIdOf(await readJson(response), osuApiSetIdPath);
  }

  return {
    host: new URL(baseUrl).host,
    async find(beatmapMd5, { signal }) {
      const used = await validToken();
      try {
        return await lookUp(used, beatmapMd5, signal);
      } catch (error) {
        // A token may be revoked before it expires.
        if (!(error instanceof HttpError) || error.status !== 401) throw error;
        if (token === used) token = null;
        return lookUp(await validToken(), beatmapMd5, signal);
      }
    },
  };
}
