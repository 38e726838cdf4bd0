import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { Failure, messageOf } from '../../../failure.ts';
import { sampleRate, type VideoSettings } from '../encoder.ts';
import { type EncoderEngine, maxQueuedPictures } from '../engine.ts';
import { ffmpegArgs, probeArgs, soundDescriptor } from './ffmpeg-args.ts';

/** Sound that may wait in memory: ten seconds. */
const maxWaitingSoundBytes = 10 * sampleRate * 8;

/** The length of ffmpeg's error output that is kept for a message. */
const maxStderrChars = 2_000;

/** Encodes with an ffmpeg program through pipes, for the encoders that only the machine's own ffmpeg has. */
export async function createFfmpegEngine(
  settings: VideoSettings,
  { output, program }: { output: string; program: string },
): Promise<EncoderEngine> {
  await probe(settings, program);
  const ffmpeg = start(program, ffmpegArgs(settings, output));
  const pictures = ffmpeg.child.stdio[0] as Writable;
  const sounds = ffmpeg.child.stdio[soundDescriptor] as Writable;
  // One buffer is filled while the others wait or are written.
  const buffers = Array.from({ length: maxQueuedPictures(settings) + 1 }, () =>
    Buffer.alloc((settings.width * settings.height * 3) / 2),
  );

  /** Resolves when ffmpeg has read the bytes. */
  async function write(pipe: Writable, bytes: Uint8Array): Promise<void> {
    const error = await new Promise((resolve) => pipe.write(bytes, resolve));
    if (!error) return;
    // A broken pipe means that ffmpeg has exited, and its own error says why.
    await ffmpeg.succeeded;
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
      if (!settings.audio) throw new Error('The video was opened without sound.');
      const bytes = Buffer.from(samples.slice().buffer);
      return async () => {
        // ffmpeg reads sound only up to its last picture, so waiting for it here would hold up the pictures.
        const written = write(sounds, bytes);
        if (sounds.writableLength > maxWaitingSoundBytes) await written;
        else written.catch(() => {});
      };
    },
    // The encoders belong to ffmpeg, which frees them when it exits.
    async flush() {},
    async finish() {
      pictures.end();
      sounds.end();
      await ffmpeg.succeeded;
    },
    interrupt() {
      ffmpeg.child.kill('SIGKILL');
    },
    async close() {
      ffmpeg.child.kill('SIGKILL');
      await ffmpeg.succeeded.catch(() => {});
    },
  };
}

/** Returns whether this is a program that prints its version as ffmpeg does. */
export async function isFfmpeg(program: string): Promise<boolean> {
  const { child, succeeded } = start(program, ['-version']);
  (child.stdio[0] as Writable).end();
  return succeeded.then(
    () => true,
    () => false,
  );
}

/** Throws, before any frame is drawn, if the program does not exist or the encoder does not work on this machine. */
async function probe(settings: VideoSettings, program: string): Promise<void> {
  const { child, succeeded } = start(program, probeArgs(settings));
  (child.stdio[0] as Writable).end();
  try {
    await succeeded;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT' || (cause as NodeJS.ErrnoException).code === 'EACCES')
      throw new Failure('video/encoder-missing', `There is no ffmpeg program at "${program}". Set FFMPEG_PATH.`, {
        cause,
      });
    const reason = messageOf(cause);
    throw new Failure('video/encoder-missing', `${settings.encoder} does not work on this machine. ${reason}`, {
      cause,
    });
  }
}

interface FfmpegProcess {
  readonly child: ChildProcess;
  /** Rejects with ffmpeg's error output if it does not exit with code 0. */
  readonly succeeded: Promise<void>;
}

function start(program: string, args: readonly string[]): FfmpegProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxStderrChars);
  });
  // The write that meets a broken pipe reports it.
  for (const pipe of child.stdio) pipe?.on('error', () => {});
  const succeeded = (async () => {
    const [code, signal] = await once(child, 'close');
    if (code === 0) return;
    const exit = signal ? `was killed by ${signal}` : `exited with code ${code}`;
    throw new Error(`ffmpeg ${exit}${stderr === '' ? '.' : `: ${stderr.trim()}`}`);
  })();
  succeeded.catch(() => {});
  return { child, succeeded };
}
