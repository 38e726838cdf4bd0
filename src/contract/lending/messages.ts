import { z } from 'zod';
import { encoderPresets } from '../../encoder-presets.ts';
import { submittedSettings } from '../submitted-settings.ts';

// What a lent worker and the service send each other below /v1/workers; docs/lent-workers.md describes it.

/**
 * The version of these messages and of the pictures that a segment must have. Raise it when a worker of an older release could no
 * longer be understood, or would render frames that do not fit between those of this release.
 */
export const workerProtocol = 1;
/** Every request of a worker has it. */
export const workerProtocolHeader = 'x-worker-protocol';

const maxLentSlots = 64;

const taken = z.object({ entry: z.uuid(), retry_count: z.int().min(0) });
const instance = z.uuid().describe('Identifies the process.');

/** A worker reports what it is and renders. Without this, its segments return to the queue. */
export const heartbeatBody = z.object({
  instance,
  version: z.string().regex(/^[\x20-\x7e]{1,64}$/),
  cores: z.int().min(1).max(4096),
  slots: z.int().min(0).max(maxLentSlots).describe('How many segments it renders at a time now.'),
  segments: z
    .array(
      taken.extend({
        frames: z.int().min(0).max(100_000_000).describe('How many frames are rendered.'),
        frames_per_second: z.number().min(0).max(1_000_000).nullable(),
      }),
    )
    .max(2 * maxLentSlots),
});

export const heartbeatAnswer = z.object({
  draining: z.boolean(),
  entries: z.array(z.uuid()).describe('The entries that are still lent to the worker. It abandons all others.'),
});

export const takeBody = z.object({
  instance,
  wait_seconds: z
    .int()
    .min(0)
    .max(60)
    .default(0)
    .describe(
      'How long the service may hold the request until there is a segment. Workers of older releases do not send it.',
    ),
});
export const leaveBody = z.object({ instance });
export const finishBody = z.object({ seconds: z.number().min(0).max(1_000_000) });

const input = z.object({ url: z.string().max(4096), bytes: z.int().min(0), etag: z.string().max(256) });

/** A segment that is lent, with everything that is needed to render it. */
export const lentSegment = z.object({
  ...taken.shape,
  job: z.object({
    id: z.uuid(),
    options: submittedSettings,
    beatmap_md5: z.string().max(64),
    beatmap_set_id: z.uuid().nullable().describe('Null: the set was not uploaded with the replay.'),
  }),
  segment: z.object({
    number: z.int().min(0),
    first: z.int().min(0),
    frames: z.int().min(1),
    count: z.int().min(1).describe('How many segments the job has.'),
    claim: z.int().min(1),
    attempt: z.int().min(1),
    fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  renderer_version: z.string().max(256).describe('The version of the service, which the fingerprint contains.'),
  encoding: z.object({
    // No other encoder makes segments that can be joined.
    encoder: z.literal('libx264'),
    preset: z.enum(encoderPresets),
    crf: z.int().min(0).max(51),
  }),
  inputs: z.object({ replay: input, beatmap: input, skin: input.nullable() }),
});

/** Null: there is nothing to render at the moment. */
export const takeAnswer = z.object({ segment: lentSegment.nullable() });

export type HeartbeatBody = z.infer<typeof heartbeatBody>;
export type HeartbeatAnswer = z.infer<typeof heartbeatAnswer>;
export type LentSegment = z.infer<typeof lentSegment>;
