// Creates the bucket S3_BUCKET if it is missing, after waiting for the storage to start: `node deploy/create-bucket.mjs`.
// The service never creates a bucket itself: the operator decides on its owner and region.
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const { S3_ENDPOINT, S3_REGION = 'us-east-1', S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
const timeoutMs = 120_000;

const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION,
  forcePathStyle: S3_ENDPOINT !== undefined,
  credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
});

for (const deadline = Date.now() + timeoutMs; ; await sleep(1_000)) {
  try {
    console.log(await ensureBucket());
    break;
  } catch (error) {
    const status = error.$metadata?.httpStatusCode;
    if (Date.now() > deadline || status === 401 || status === 403) throw error;
    console.log(`Waiting for the storage: ${error.name}`);
  }
}

async function ensureBucket() {
  try {
    await client.send(new HeadBucketCommand({ Bucket: S3_BUCKET }));
    return `The bucket ${S3_BUCKET} already exists.`;
  } catch (error) {
    if (error.$metadata?.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
    return `Created the bucket ${S3_BUCKET}.`;
  }
}
