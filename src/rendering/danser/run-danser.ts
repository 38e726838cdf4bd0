import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from '../../failure.ts';
import { type DanserEvent, parseDanserLine } from './danser-output.ts';

export interface DanserRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** danser's working folder, in which it creates its pipes. */
  readonly folder: string;
  /** The video folder; a growing file shows that danser is alive. */
  readonly videos: string;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent: (event: DanserEvent) => void;
  /** danser counts as hung after this time without output and without video data; it hangs when its encoder dies. */
  readonly stallMs?: number;
}

/** Resolves when danser has ended and reported a video; otherwise rejects with the reason. */
export async function runDanser(run: DanserRun): Promise<void> {
  const { program, args, env, folder, videos, signal, onEvent, stallMs = 120_000 } = run;
  signal?.throwIfAborted();
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lastLines: string[] = [];
  let endReason: unknown = null;
  let reportedFailure: Failure | null = null;
  let isFinished = false;
  let lastActivityAt = performance.now();
  let bytes = 0;

  function end(reason: unknown): void {
    endReason ??= reason;
    child.kill('SIGKILL');
  }
  const onAbort = () => end(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });

  function handleLine(line: string): void {
    lastActivityAt = performance.now();
    lastLines.push(line.slice(0, 500));
    if (lastLines.length > 10) lastLines.shift();
    const event = parseDanserLine(line);
    if (event === null) return;
    if (event.kind === 'finished') isFinished = true;
    if (event.kind === 'failed')
      reportedFailure ??= new Failure(event.code, `danser says: ${event.message.slice(0, 500)}`);
    onEvent(event);
  }
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', handleLine);

  const watchdog = setInterval(
    async () => {
      const now = await sizeOf(videos);
      if (now !== bytes) lastActivityAt = performance.now();
      bytes = now;
      const silentMs = performance.now() - lastActivityAt;
      if (silentMs > stallMs)
        end(new Failure('render/stalled', `danser has been silent for ${Math.round(silentMs)} ms.`));
    },
    Math.min(5_000, stallMs / 4),
  );

  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', (cause) => {
        reject(new Failure('render/danser-unusable', `danser cannot be started: ${cause.message}`, { cause }));
      });
      child.once('close', resolve);
    });
    if (endReason !== null) throw endReason;
    // danser may exit with code 0 without a video. A reported failure counts only without a video, because titles in
    // other lines could match a failure's pattern.
    if (code === 0 && isFinished) return;
    const last = lastLines.join('\n');
    throw (
      reportedFailure ??
      new Failure('render/failed', `danser ended with code ${code} and no video. Its last output:\n${last}`)
    );
  } finally {
    clearInterval(watchdog);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** The total size of all files, two folders deep: danser writes parts of the video to a subfolder. */
async function sizeOf(folder: string, depth = 0): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 1) bytes += await sizeOf(path, depth + 1);
    else bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
