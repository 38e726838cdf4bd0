import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { artifactKeys, type LentSegment } from '../../../contract/index.ts';
import { Failure } from '../../../failure.ts';
import type { Beatmaps } from '../../beatmaps/index.ts';
import { skinKey } from '../../skins/index.ts';
import type { ObjectInfo, Storage, StoredObject } from '../../storage/index.ts';
import type { SegmentClaims, SegmentWork } from '../segment/segment-claims.ts';
import type { ClaimedSegments } from './claimed-segments.ts';
import type { ServiceClient } from './service-client.ts';

const nothing = z.object({});
const finishTries = 5;

/** The claims on segments of a lent worker: the service decides about them. */
export function createLentClaims(client: ServiceClient, claimed: ClaimedSegments): SegmentClaims {
  const pathOf = ({ queueEntry }: SegmentWork, action: string) => {
    const retryCount = claimed.get(queueEntry)?.lent.retry_count ?? 0;
    return `/v1/workers/segments/${queueEntry}/${action}?retry_count=${retryCount}`;
  };

  /** False: the segment is not lent to this worker any more. */
  async function send(path: string, body: object): Promise<boolean> {
    try {
      await client.post(path, body, nothing, { tries: finishTries });
      return true;
    } catch (error) {
      if (error instanceof Failure && error.code === 'worker/not-lent') return false;
      throw error;
    }
  }

  const giveBack = (claim: SegmentWork) => send(pathOf(claim, 'give-back'), {});
  return {
    claim: async ({ queueEntry }) => {
      const segment = claimed.get(queueEntry);
      return segment === undefined ? null : workOf(segment.lent);
    },
    async report({ queueEntry }, progress) {
      const segment = claimed.get(queueEntry);
      if (segment !== undefined) segment.progress = progress;
      return segment !== undefined;
    },
    finish: (claim) => {
      const startedAt = claimed.get(claim.queueEntry)?.startedAt ?? performance.now();
      return send(pathOf(claim, 'finish'), { seconds: (performance.now() - startedAt) / 1000 });
    },
    requeue: (claim) => giveBack(claim),
    isCurrent: async ({ queueEntry }) => claimed.has(queueEntry),
    async discard(claim) {
      await giveBack(claim);
    },
  };
}

/** Other workers render it if this one cannot, so nothing is known about earlier attempts. */
function workOf({ entry, job, segment }: LentSegment): SegmentWork {
  return {
    job: {
      id: job.id,
      options: job.options,
      beatmapSetId: job.beatmap_set_id,
      // The service lends no segments of videos of several plays.
      otherPlayers: [],
      replay: { beatmapMd5: job.beatmap_md5 },
    },
    number: segment.number,
    first: segment.first,
    frames: segment.frames,
    segmentCount: segment.count,
    queueEntry: entry,
    claim: segment.claim,
    attempt: segment.attempt,
    fingerprint: Buffer.from(segment.fingerprint, 'hex'),
    key: artifactKeys.segment(job.id, entry, segment.claim),
    renderErrors: 0,
    outages: 0,
    lostWorkers: 0,
  };
}

type LentStorage = Pick<Storage, 'get' | 'stat' | 'putFile' | 'delete'>;

/** Reads the inputs of the segments that the worker has, and sends their videos. */
export function createLentStorage(client: ServiceClient, claimed: ClaimedSegments): LentStorage {
  function find(key: string): { readonly url: string; readonly info: ObjectInfo } | null {
    for (const { lent } of claimed.values()) {
      const input = inputsOf(lent).get(key);
      if (!input) continue;
      const { url, bytes: sizeBytes, etag } = input;
      const info = { key, sizeBytes, etag, lastModified: new Date(0), contentType: '', isShared: false };
      return { url, info };
    }
    return null;
  }

  return {
    stat: async (key) => find(key)?.info ?? null,
    async get(key, { signal } = {}): Promise<StoredObject | null> {
      const found = find(key);
      if (found === null) return null;
      const { url, info } = found;
      return { ...info, stream: await client.download(url, { bytes: info.sizeBytes, signal }) };
    },
    async putFile(key, path, { signal = new AbortController().signal } = {}) {
      const segment = [...claimed.values()].find(({ lent }) => workOf(lent).key === key);
      if (segment === undefined) throw new Error('The segment is not lent to this worker any more.');
      const { entry, retry_count: retryCount } = segment.lent;
      await client.upload(`/v1/workers/segments/${entry}/video?retry_count=${retryCount}`, path, { signal });
      return { etag: '' };
    },
    // The service deletes what it does not need.
    async delete() {},
  };
}

function inputsOf({ job, inputs }: LentSegment): ReadonlyMap<string, LentSegment['inputs']['skin']> {
  const beatmapKey =
    job.beatmap_set_id === null
      ? artifactKeys.fetchedBeatmap(job.beatmap_md5)
      : artifactKeys.beatmap(job.beatmap_set_id);
  return new Map([
    [artifactKeys.replay(job.id), inputs.replay],
    [beatmapKey, inputs.beatmap],
    [skinKey(job.options.skin), inputs.skin],
  ]);
}

/** Finds the beatmaps of lent segments: the service has sent a link with each of them. */
export function createLentBeatmaps(storage: Pick<Storage, 'get'>): Pick<Beatmaps, 'find'> {
  return {
    async find(md5, { folder, signal }) {
      const object = await storage.get(artifactKeys.fetchedBeatmap(md5), { signal });
      if (object === null) throw new Failure('beatmap/not-found');
      const path = join(folder, 'beatmap.osz');
      await pipeline(object.stream, createWriteStream(path), { signal });
      return { kind: 'archive', path, from: 'storage' };
    },
  };
}
