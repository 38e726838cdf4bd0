import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../config.ts';
import { connectS3 } from './s3.ts';
import { explainS3Error, statusOf } from './s3-errors.ts';

export interface CreateBucketOptions {
  /** How long the server may take to start. */
  readonly timeoutMs: number;
  readonly onWait: () => void;
}

/** Creates the bucket of the configuration; returns false if it exists already. */
export async function createBucket(config: S3Config, { timeoutMs, onWait }: CreateBucketOptions): Promise<boolean> {
  const client = connectS3(config, config.endpoint);
  try {
    for (const deadline = Date.now() + timeoutMs; ; await sleep(1_000)) {
      try {
        return await createIfMissing(client, config.bucket);
      } catch (error) {
        const isRefused = [401, 403].includes(statusOf(error as Error) ?? 0);
        if (isRefused || Date.now() > deadline) throw explainS3Error(error, config);
        onWait();
      }
    }
  } finally {
    client.destroy();
  }
}

async function createIfMissing(client: S3Client, Bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return false;
  } catch (error) {
    if (statusOf(error as Error) !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket }));
    return true;
  }
}
