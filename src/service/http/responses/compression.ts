import { pipeline, Readable, type Transform } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';

/** Smaller responses fit into one packet anyway. */
const minBytes = 1024;
/**
 * Compression shares four threads with all file operations. Beyond this number, responses are sent uncompressed, so that a
 * client cannot keep the threads busy.
 */
const maxAtATime = 8;

/** Levels above these take five times as long and save another tenth of the analytics and the job list. */
const gzipOptions = { level: 1 };
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } };

type Callback = (error: Error | null, compressed: Buffer) => void;

const compressors: Record<Encoding, { whole(text: string | Buffer, done: Callback): void; stream(): Transform }> = {
  br: {
    whole: (text, done) => brotliCompress(text, brotliOptions, done),
    stream: () => createBrotliCompress(brotliOptions),
  },
  gzip: { whole: (text, done) => gzip(text, gzipOptions, done), stream: () => createGzip(gzipOptions) },
};

/** Compresses texts for clients that accept it. Zlib works in other threads; the event loop only moves the bytes. */
export function addCompression(app: FastifyInstance): void {
  let running = 0;
  function start(): () => void {
    running++;
    return () => {
      running--;
    };
  }

  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!isCompressible(reply)) return done(null, payload);
    addVary(reply);
    const isLarge = sizeOf(payload, reply) > minBytes;
    const encoding = request.method === 'GET' && isLarge ? acceptedEncoding(request.headers['accept-encoding']) : null;
    if (encoding === null || running >= maxAtATime) return done(null, payload);
    const ended = start();
    const { whole, stream } = compressors[encoding];
    reply.header('content-encoding', encoding).removeHeader('content-length');
    if (payload instanceof Readable) return done(null, pipeline(payload, stream(), ended));
    whole(payload as string | Buffer, (error, compressed) => {
      ended();
      if (error) done(error);
      else done(null, compressed);
    });
  });
}

/** Texts are compressible, unless they are compressed already or a client may request a part of them. */
function isCompressible(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  return (
    /^(application\/json|text\/(html|plain|javascript|css)|image\/svg\+xml)\b/.test(type) &&
    !reply.hasHeader('content-encoding') &&
    !reply.hasHeader('accept-ranges')
  );
}

/** The size of a body that can be compressed; 0 for every other body. */
function sizeOf(payload: unknown, reply: FastifyReply): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.byteLength(payload);
  // The body of an error stays open until the client has sent its request.
  if (payload instanceof Readable && reply.statusCode === 200) return Number(reply.getHeader('content-length') ?? 0);
  return 0;
}

/** Says that the response depends on the encodings that the client accepts. */
export function addVary(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  if (others === undefined) reply.header('vary', 'accept-encoding');
  else if (!/accept-encoding/i.test(String(others))) reply.header('vary', `${others}, accept-encoding`);
}
