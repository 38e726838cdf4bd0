/** The reader of a pipe has ended, as with `| head -1`, or the terminal was closed. */
const closedCodes = ['EPIPE', 'EIO'];

/**
 * Lets a command finish after the reader of its output has ended: without a listener, the error would end the process before
 * the command has removed its files and closed the database.
 */
export function ignoreClosedOutput({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process): void {
  // A second call adds no second listener.
  for (const stream of [stdout, stderr]) stream.off('error', throwUnlessClosed).on('error', throwUnlessClosed);
}

function throwUnlessClosed(error: NodeJS.ErrnoException): void {
  if (!closedCodes.includes(error.code ?? '')) throw error;
}
