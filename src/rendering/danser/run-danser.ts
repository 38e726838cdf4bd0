import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from '../../failure.ts';
import { type DanserNews, readNews } from './output.ts';

export interface DanserRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Its working folder; here it makes its pipes. */
  readonly folder: string;
  /** What grows here is a sign of life. */
  readonly videos: string;
  readonly signal?: AbortSignal | undefined;
  readonly onNews: (news: DanserNews) => void;
  /** Longer than this without a line and without a byte of video is forever: it hangs when its encoder dies. */
  readonly stallMs?: number;
}

/** Resolves when danser has ended and has reported a video; rejects with why there is none. */
export async function runDanser(run: DanserRun): Promise<void> {
  const { program, args, env, folder, videos, signal, onNews, stallMs = 120_000 } = run;
  signal?.throwIfAborted();
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lastLines: string[] = [];
  let endedFor: unknown = null;
  let told: Failure | null = null;
  let isFinished = false;
  let livedAt = performance.now();
  let bytes = 0;

  function end(reason: unknown): void {
    endedFor ??= reason;
    child.kill('SIGKILL');
  }
  const onAbort = () => end(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });

  function hear(line: string): void {
    livedAt = performance.now();
    lastLines.push(line.slice(0, 500));
    if (lastLines.length > 10) lastLines.shift();
    const news = readNews(line);
    if (news === null) return;
    if (news.kind === 'finished') isFinished = true;
    if (news.kind === 'failed') told ??= new Failure(news.code, `danser says: ${news.message.slice(0, 500)}`);
    onNews(news);
  }
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear);

  const watchdog = setInterval(
    async () => {
      const now = await sizeOf(videos);
      if (now !== bytes) livedAt = performance.now();
      bytes = now;
      const quietMs = performance.now() - livedAt;
      if (quietMs > stallMs)
        end(new Failure('render/stalled', `danser has been silent for ${Math.round(quietMs)} ms.`));
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
    if (endedFor !== null) throw endedFor;
    // It ends with code 0 also without a video. What it told on the way counts only then: names are in its lines, too.
    if (code === 0 && isFinished) return;
    const last = lastLines.join('\n');
    throw told ?? new Failure('render/failed', `danser ended with code ${code} and no video. It said last:\n${last}`);
  } finally {
    clearInterval(watchdog);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Of all files below, two folders deep: the parts of a video lie beside it. */
async function sizeOf(folder: string, depth = 0): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 1) bytes += await sizeOf(path, depth + 1);
    else bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}
