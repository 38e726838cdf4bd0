// Creates the bucket S3_BUCKET if it is missing, after waiting for the storage to start: `node deploy/create-bucket.mjs`.
// It has the settings of the service: environment variables, or lines of a file .env in the working folder. The service never
// creates a bucket itself: the operator decides on its owner and region.
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '../bin/prepare.mjs';

const root = new URL('../', import.meta.url);
const timeoutMs = 120_000;

await prepare(root);
const { CreateBucketCommand, HeadBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
const { readConfig } = await import(new URL('dist/config.js', root).href);
const { readEnvironmentVariables } = await import(new URL('dist/cli/wiring/environment-variables.js', root).href);

try {
  await createBucket(readConfig(readEnvironmentVariables()).storage);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function createBucket(storage) {
  if (storage.kind !== 's3') throw new Error('No bucket is configured: set S3_BUCKET and the other S3 settings.');
  const { endpoint, region, bucket, pathStyle, accessKeyId, secretAccessKey } = storage;
  const client = new S3Client({
    endpoint: endpoint ?? undefined,
    region,
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
  });
  for (const deadline = Date.now() + timeoutMs; ; await sleep(1_000)) {
    try {
      console.log(await ensureBucket(client, bucket));
      return;
    } catch (error) {
      const status = error.$metadata?.httpStatusCode;
      if (Date.now() > deadline || status === 401 || status === 403) throw error;
      console.log(`Waiting for the storage: ${error.name}`);
    }
  }
}

async function ensureBucket(client, bucket) {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return `The bucket ${bucket} already exists.`;
  } catch (error) {
    if (error.$metadata?.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return `Created the bucket ${bucket}.`;
  }
}
