// Creates the bucket of S3_BUCKET when it is not there, waiting for the storage to come up: `node deploy/create-bucket.mjs`.
// The service itself never creates one: whose it is and where it lies is the operator's to decide.
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const { S3_ENDPOINT, S3_REGION = 'us-east-1', S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
const patienceMs = 120_000;

const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION,
  forcePathStyle: S3_ENDPOINT !== undefined,
  credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
});

for (const deadline = Date.now() + patienceMs; ; await sleep(1_000)) {
  try {
    console.log(await ensureBucket());
    break;
  } catch (error) {
    const refused = error.$metadata?.httpStatusCode;
    if (Date.now() > deadline || refused === 401 || refused === 403) throw error;
    console.log(`Waiting for the storage: ${error.name}`);
  }
}

async function ensureBucket() {
  try {
    await client.send(new HeadBucketCommand({ Bucket: S3_BUCKET }));
    return `The bucket ${S3_BUCKET} is there.`;
  } catch (error) {
    if (error.$metadata?.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
    return `The bucket ${S3_BUCKET} was created.`;
  }
}
