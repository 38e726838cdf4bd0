import { readConfig } from '../../config.ts';
import { Failure } from '../../failure.ts';
import { createBucket } from '../../service/storage/index.ts';
import { runCommand, UsageError } from '../args/run-command.ts';
import type { Output } from '../output/output.ts';
import { readVariablesWithEnvFile } from '../wiring/env-file.ts';

const name = 'create-bucket';
const help = `bin/reprise create-bucket

Creates the bucket S3_BUCKET with the settings of the service, if it is missing. Waits up to two minutes for the S3 server to
start. The service never creates a bucket itself: the operator decides on its owner and region.
`;

const timeoutMs = 120_000;

export function run(args: readonly string[], output: Output = process): Promise<number> {
  return runCommand(args, { name, help, options: {}, output }, async ({ positionals }) => {
    if (positionals.length > 0) throw new UsageError('The command takes no arguments.');
    const { storage } = readConfig(readVariablesWithEnvFile());
    if (storage.kind !== 's3') {
      throw new Failure('config/invalid', 'No bucket is configured: set S3_BUCKET and the other S3 settings.');
    }
    const onWait = () => void output.stderr.write('Waiting for the S3 server.\n');
    const isNew = await createBucket(storage, { timeoutMs, onWait });
    const { bucket } = storage;
    output.stdout.write(isNew ? `Created the bucket ${bucket}.\n` : `The bucket ${bucket} already exists.\n`);
    return 0;
  });
}
