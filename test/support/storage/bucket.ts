import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import type { S3Config } from '../../../src/config.ts';

/** The configuration of a new, empty bucket; null, with the reason on screen already, when Swift is not installed. */
export async function createBucket(): Promise<S3Config | null> {
  const swift = inject('swift');
  if (swift === null) return null;
  const config: S3Config = {
    kind: 's3',
    ...swift,
    region: 'us-east-1',
    bucket: `reprise-${randomUUID()}`,
    publicEndpoint: null,
    pathStyle: true,
  };
  const client = new S3Client({ ...config, endpoint: swift.endpoint, forcePathStyle: true, credentials: swift });
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
  client.destroy();
  return config;
}

/** The same as an operator would set it. */
export function bucketEnvironment(config: S3Config): Record<string, string> {
  return {
    S3_ENDPOINT: config.endpoint ?? '',
    S3_REGION: config.region,
    S3_BUCKET: config.bucket,
    S3_ACCESS_KEY_ID: config.accessKeyId,
    S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  };
}
