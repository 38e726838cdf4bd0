import type { S3Config } from '../../config.ts';
import { Failure } from '../../failure.ts';

/** Converts errors of the S3 server or the network to failures that an operator can act on. */
export function explainS3Error(error: unknown, { bucket, endpoint }: S3Config): unknown {
  if (!(error instanceof Error) || error.name === 'AbortError') return error;
  const status = statusOf(error);
  if (status === 416) return new RangeError('The object has no such bytes.', { cause: error });
  return new Failure('storage/unavailable', explanation(), { cause: error });

  function explanation(): string {
    const server = endpoint ?? 'Amazon S3';
    if ((error as Error).name === 'NoSuchBucket') return `The bucket ${bucket} does not exist on ${server}; create it.`;
    if ((error as Error).name === 'RequestTimeTooSkewed')
      return `The clocks of ${server} and this machine differ too much.`;
    if (status === 401 || status === 403) return `${server} does not let these credentials use the bucket ${bucket}.`;
    return status === undefined
      ? `${server} cannot be reached.`
      : `${server} responded with ${status} ${(error as Error).name}.`;
  }
}

/** Whether the error means that the object does not exist; a missing bucket is an error. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && statusOf(error) === 404 && error.name !== 'NoSuchBucket';
}

/** The HTTP status of the server's answer; undefined if there was none. */
export function statusOf(error: Error): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode;
}
