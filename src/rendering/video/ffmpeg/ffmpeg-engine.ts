import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Failure } from '../../../failure.ts';
import { sampleRate, type VideoSettings } from '../encoder.ts';
import { type EncoderEngine, maxQueuedPictures } from '../engine.ts';
import { ffmpegArgs, probeArgs, soundDescriptor } from './ffmpeg-args.ts';

/** Sound that may wait in memory to be taken: ten seconds. */
const mostSoundBytes = 10 * sampleRate * 8;

/** What of ffmpeg's words is kept for a message. */
const keptWords = 2_000;

/** An ffmpeg program that is fed through pipes: any encoder that a machine's own ffmpeg has. */
export async function createFfmpegEngine(
  settings: VideoSettings,
  { part, program }: { part: string; program: string },
): Promise<EncoderEngine> {
  await probe(settings, program);
  const run = start(program, ffmpegArgs(settings, part));
  const pictures = run.child.stdio[0] as Writable;
  const sounds = run.child.stdio[soundDescriptor] as Writable;
  // One is filled while the others wait and are written.
  const buffers = Array.from({ length: maxQueuedPictures + 1 }, () =>
    Buffer.alloc((settings.width * settings.height * 3) / 2),
  );

  /** Resolves when ffmpeg has taken the bytes. */
  async function write(pipe: Writable, bytes: Uint8Array): Promise<void> {
    const error = await new Promise((resolve) => pipe.write(bytes, resolve));
    if (!error) return;
    // A broken pipe says that ffmpeg has ended, and ffmpeg itself says why.
    await run.succeeded;
    throw error;
  }

  return {
    addPicture(planes) {
      const picture = buffers.shift()!;
      buffers.push(picture);
      picture.set(planes);
      return () => write(pictures, picture);
    },
    addSamples(samples) {
      if (!settings.audio) throw new Error('This video was opened without sound.');
      const bytes = Buffer.from(samples.slice().buffer);
      return async () => {
        // ffmpeg takes sound only as far as it has pictures for it: to wait for that would keep the pictures back.
        const written = write(sounds, bytes);
        if (sounds.writableLength > mostSoundBytes) await written;
        else written.catch(() => {});
      };
    },
    // What it holds is not ours, and it ends with its file.
    async flush() {},
    async finish() {
      pictures.end();
      sounds.end();
      await run.succeeded;
    },
    interrupt() {
      run.child.kill('SIGKILL');
    },
    async close() {
      run.child.kill('SIGKILL');
      await run.succeeded.catch(() => {});
    },
  };
}

/** Finds out, before anything is drawn for it, whether the program is there and the encoder works on this machine. */
async function probe(settings: VideoSettings, program: string): Promise<void> {
  const { child, succeeded } = start(program, probeArgs(settings));
  (child.stdio[0] as Writable).end();
  try {
    await succeeded;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT' || (cause as NodeJS.ErrnoException).code === 'EACCES')
      throw new Failure('video/encoder-missing', `There is no ffmpeg to run at "${program}". Set FFMPEG_PATH.`, {
        cause,
      });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('video/encoder-missing', `${settings.encoder} cannot be used here. ${reason}`, { cause });
  }
}

interface Run {
  readonly child: ChildProcess;
  /** Rejects with what ffmpeg said when it ends any other way. */
  readonly succeeded: Promise<void>;
}

function start(program: string, args: readonly string[]): Run {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-keptWords);
  });
  // What goes wrong with a pipe is told by the write that meets it.
  for (const pipe of child.stdio) pipe?.on('error', () => {});
  const succeeded = (async () => {
    const [code, signal] = await once(child, 'close');
    if (code === 0) return;
    const end = signal ? `was ended by ${signal}` : `ended with code ${code}`;
    throw new Error(`ffmpeg ${end}${words === '' ? '.' : `: ${words.trim()}`}`);
  })();
  succeeded.catch(() => {});
  return { child, succeeded };
}
