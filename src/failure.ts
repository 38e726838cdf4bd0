/**
 * Every failure that a person can act on. This table determines the HTTP status and message, whether a retry can help, and
 * docs/errors.md; the page has its own text for each code. Anything else that is thrown is a bug and stays a plain Error.
 */
export const failures = {
  'admin/no-such-block': { status: 404, retry: false, message: 'There is no such block.' },
  'admin/no-such-worker': { status: 404, retry: false, message: 'There is no live worker with this id.' },
  'admin/not-queued': { status: 409, retry: false, message: 'Only a job that waits in the queue can be moved.' },
  'admin/unauthorized': { status: 401, retry: false, message: 'The administration token is missing or wrong.' },
  'analytics/not-found': { status: 404, retry: false, message: 'This job has no analytics.' },
  'archive/too-large': {
    status: 422,
    retry: false,
    message: 'The archive is too large to unpack.',
  },
  'archive/unreadable': {
    status: 422,
    retry: false,
    message: 'Invalid archive. It is corrupted, encrypted or not a ZIP file.',
  },
  'archive/unsafe': {
    status: 422,
    retry: false,
    message: 'The archive contains links, paths that lead outside, deeply nested folders or other archives.',
  },
  'artifact/forbidden': {
    status: 403,
    retry: false,
    message: 'Invalid prefix. An artifact is one file in videos, thumbnails, gifs, webps, logs, replays or skins.',
  },
  'artifact/no-such-range': {
    status: 416,
    retry: false,
    message: 'The artifact does not have the requested byte range.',
  },
  'artifact/not-found': { status: 404, retry: false, message: 'Artifact not found.' },
  'backup/other-version': {
    status: 500,
    retry: false,
    message: 'Another version of Reprise wrote this backup.',
  },
  'backup/unreadable': { status: 500, retry: false, message: 'The file is not a complete backup.' },
  'beatmap/file-too-large': { status: 413, retry: false, message: 'Beatmap file exceeds maximum size of {limit}MB.' },
  'beatmap/mismatch': {
    status: 422,
    retry: false,
    message: 'The replay was not played on the beatmap that was uploaded with it.',
  },
  'beatmap/not-found': { status: 404, retry: false, message: 'The beatmap of this replay was not found.' },
  'beatmap/not-yet': {
    status: 503,
    retry: true,
    message: 'The beatmap is still being downloaded. Please try again in a moment.',
  },
  'beatmap/too-large': { status: 422, retry: false, message: 'This beatmap is too large to render.' },
  'beatmap/too-slow': {
    status: 503,
    retry: true,
    message: 'Checking the beatmap took too long. Please try again later.',
  },
  'beatmap/unavailable': {
    status: 503,
    retry: true,
    message: 'The beatmap is not in the library, and no mirror can be reached.',
  },
  'beatmap/unreadable': { status: 422, retry: false, message: 'The file is not an osu! beatmap.' },
  'beatmap/wrong-extension': { status: 400, retry: false, message: 'File must be an osu! beatmap (.osz) file.' },
  'beatmap/wrong-mode': { status: 422, retry: false, message: 'Only osu!standard beatmaps can be rendered.' },
  'blocked/client': {
    status: 403,
    retry: false,
    message: 'The operator of this service accepts nothing from you. {message}',
  },
  'blocked/player': {
    status: 403,
    retry: false,
    message: 'The operator of this service accepts no replays of this player. {message}',
  },
  'callback/not-configured': { status: 500, retry: false, message: 'WEBHOOK_SECRET is not configured on this server.' },
  'callback/out-of-time': {
    status: 400,
    retry: false,
    message: 'The payload is more than 5 minutes old, or its time is in the future.',
  },
  'callback/repeated': { status: 400, retry: false, message: 'The nonce has already been used.' },
  'callback/undelivered': {
    status: 503,
    retry: true,
    message: 'The render is finished, but the worker could not report it to the service.',
  },
  'callback/unsigned': { status: 401, retry: false, message: 'Missing or invalid X-Signature.' },
  'card/busy': { status: 503, retry: true, message: 'Too many pictures are being drawn. Please try again later.' },
  'config/invalid': { status: 500, retry: false, message: 'The configuration is invalid.' },
  'database/cannot-start': {
    status: 500,
    retry: false,
    message: 'The embedded database cannot start on this machine.',
  },
  'database/in-use': { status: 500, retry: false, message: 'Another process is already using this data folder.' },
  'database/migrations-differ': {
    status: 500,
    retry: false,
    message: 'The database has the schema of another version of Reprise.',
  },
  'database/unavailable': {
    status: 503,
    retry: true,
    message: 'The database is unavailable. Please try again later.',
  },
  'embed/unsupported-format': { status: 501, retry: false, message: 'Only the format json is available.' },
  'idempotency/in-progress': {
    status: 409,
    retry: true,
    message: 'An earlier request with this Idempotency-Key is still in progress.',
  },
  'idempotency/mismatch': {
    status: 422,
    retry: false,
    message: 'This Idempotency-Key belongs to another request.',
  },
  'installation/in-use': { status: 500, retry: false, message: 'The service is running on this installation.' },
  'installation/missing': { status: 500, retry: false, message: 'There is no installation here.' },
  'installation/not-empty': { status: 500, retry: false, message: 'The installation is not empty.' },
  'job/cancelled': { status: 409, retry: false, message: 'The job was cancelled.' },
  'job/finished': { status: 409, retry: false, message: 'The job has already ended.' },
  'job/not-failed': { status: 409, retry: false, message: 'Only a failed job can be retried.' },
  'job/not-found': { status: 404, retry: false, message: 'Job not found.' },
  'job/not-yours': { status: 403, retry: false, message: 'Only the client that submitted the job may do this.' },
  'job/unfinished': { status: 409, retry: false, message: 'The job has not ended yet.' },
  'key/name-taken': { status: 409, retry: false, message: 'There is a key with this name already.' },
  'key/not-found': { status: 404, retry: false, message: 'There is no such key.' },
  'key/required': {
    status: 401,
    retry: false,
    message: 'A key is needed for {what}. Send it as Authorization: Bearer KEY.',
  },
  'key/unknown': { status: 401, retry: false, message: 'The key is unknown, expired or revoked.' },
  'key/user-invalid': {
    status: 400,
    retry: false,
    message: 'X-On-Behalf-Of must have 1 to 64 visible ASCII characters.',
  },
  'limit/active-jobs': { status: 429, retry: true, message: 'You already have {limit} active render jobs.' },
  'limit/at-capacity': { status: 503, retry: true, message: 'The render infrastructure is at maximum capacity.' },
  'limit/queue-full': {
    status: 503,
    retry: true,
    message: 'The render queue is currently full. Please try again later.',
  },
  'limit/rate': { status: 429, retry: true, message: 'Rate limit exceeded: {limit} per 1 minute' },
  'limit/streams': { status: 429, retry: true, message: 'You already have {limit} open event streams.' },
  'limit/streams-at-capacity': {
    status: 503,
    retry: true,
    message: 'Too many event streams are open. Please try again later, or poll.',
  },
  'limit/uploads': { status: 429, retry: true, message: 'You already have {limit} uploads in progress.' },
  'render/danser-unusable': { status: 500, retry: false, message: 'This machine cannot run danser.' },
  'render/failed': { status: 500, retry: true, message: 'The replay could not be rendered.' },
  'render/out-of-memory': { status: 500, retry: true, message: 'The render exceeded its memory limit.' },
  'render/stalled': { status: 500, retry: true, message: 'The render stopped making progress.' },
  'render/timed-out': { status: 500, retry: true, message: 'The render exceeded its time limit.' },
  'render/worker-lost': { status: 500, retry: true, message: 'The render was interrupted too often.' },
  'replay/empty': { status: 400, retry: false, message: 'Uploaded replay file is empty.' },
  'replay/no-frames': {
    status: 415,
    retry: false,
    message: 'Invalid replay file. The structure is corrupted or unsupported.',
  },
  'replay/not-stored': {
    status: 410,
    retry: false,
    message: 'The replay of this job is no longer stored. Please upload it again.',
  },
  'replay/too-large': { status: 413, retry: false, message: 'Replay file exceeds maximum size of {limit}MB.' },
  'replay/too-slow': { status: 503, retry: true, message: 'Reading the replay took too long. Please try again later.' },
  'replay/unreadable': {
    status: 415,
    retry: false,
    message: 'Invalid replay file. The structure is corrupted or unsupported.',
  },
  'replay/unsupported-mods': {
    status: 422,
    retry: false,
    message: 'This replay uses mods that are not supported.',
  },
  'replay/wrong-extension': { status: 400, retry: false, message: 'File must be an osu! replay (.osr) file.' },
  'replay/wrong-mode': {
    status: 415,
    retry: false,
    message: 'Invalid replay file. The structure is corrupted or unsupported.',
  },
  'request/foreign-origin': {
    status: 403,
    retry: false,
    message: 'Pages of other sites may not do this, unless CORS_ORIGINS lists them by name.',
  },
  'request/header-too-large': { status: 431, retry: false, message: 'The request line and headers are too large.' },
  'request/invalid': { status: 422, retry: false, message: 'Validation error' },
  'request/malformed': { status: 400, retry: false, message: 'The request is malformed.' },
  'request/method-not-allowed': { status: 405, retry: false, message: 'Method not allowed.' },
  'request/no-boundary': {
    status: 400,
    retry: false,
    message:
      'The Content-Type of the form has no boundary. Do not set this header: the HTTP library does, with the boundary.',
  },
  'request/not-found': { status: 404, retry: false, message: 'Not found.' },
  'request/timed-out': { status: 408, retry: true, message: 'The request took too long to arrive.' },
  'request/too-large': { status: 413, retry: false, message: 'The request body is too large.' },
  'request/unsupported-encoding': {
    status: 415,
    retry: false,
    message: 'Compressed request bodies are not supported. Send the body without Content-Encoding.',
  },
  'request/unsupported-expectation': { status: 417, retry: false, message: 'The Expect header cannot be met.' },
  'request/unsupported-media-type': {
    status: 415,
    retry: false,
    message: 'Unsupported content type. Send a form as multipart/form-data, and JSON as application/json.',
  },
  'score/no-replay': {
    status: 404,
    retry: false,
    message: 'There is no such score, or osu! has no replay of it.',
  },
  'score/not-configured': {
    status: 501,
    retry: false,
    message: 'This service cannot fetch scores: OSU_CLIENT_ID is not configured.',
  },
  'score/refused': { status: 502, retry: false, message: 'The osu! API refused to send the replay.' },
  'score/unavailable': {
    status: 503,
    retry: true,
    message: 'The osu! API is unavailable or busy. Please try again later.',
  },
  'service/cannot-start': { status: 500, retry: false, message: 'The service cannot be started.' },
  'service/internal': { status: 500, retry: true, message: 'An internal error occurred.' },
  'service/maintenance': {
    status: 503,
    retry: true,
    message: 'The service is in maintenance and accepts nothing new. {message}',
  },
  'skin/damaged': {
    status: 422,
    retry: false,
    message: 'The skin fails the integrity test: the archive is damaged or in an unsupported format.',
  },
  'skin/encrypted': { status: 422, retry: false, message: 'The skin is encrypted.' },
  'skin/in-use': {
    status: 409,
    retry: true,
    message: 'An unfinished job uses this skin. Remove the skin when the job has ended.',
  },
  'skin/link': { status: 422, retry: false, message: 'The skin contains a link to another file.' },
  'skin/name-invalid': {
    status: 422,
    retry: false,
    message: 'The file name may contain only letters, digits, spaces, hyphens and underscores, at most 128 characters.',
  },
  'skin/name-reserved': { status: 422, retry: false, message: 'Default is the name of the built-in skin.' },
  'skin/name-taken': { status: 409, retry: false, message: 'Another skin already has this name.' },
  'skin/nested-archive': {
    status: 422,
    retry: false,
    message: 'The skin contains another .zip, .osk or .osz archive.',
  },
  'skin/not-found': { status: 404, retry: false, message: 'The requested skin does not exist.' },
  'skin/not-yours': { status: 403, retry: false, message: 'Only the client that uploaded the skin may remove it.' },
  'skin/too-compressed': { status: 422, retry: false, message: 'The skin unpacks to more than 100 times its size.' },
  'skin/too-deep': { status: 422, retry: false, message: 'The skin has folders nested deeper than 3 levels.' },
  'skin/too-large': { status: 413, retry: false, message: 'Skin file exceeds maximum size of {limit}MB.' },
  'skin/too-many-entries': { status: 422, retry: false, message: 'The skin has more than 10,000 entries.' },
  'skin/too-slow': { status: 503, retry: true, message: 'Checking the skin took too long. Please try again later.' },
  'skin/unpacks-too-large': {
    status: 422,
    retry: false,
    message: 'The skin unpacks to more than 1 GiB, or a file in it to more than 200 MiB.',
  },
  'skin/unsafe-path': {
    status: 422,
    retry: false,
    message: 'The skin contains a file whose path leads outside the archive.',
  },
  'skin/wrong-extension': { status: 400, retry: false, message: 'File must be an osu! skin (.osk) file.' },
  'skin/wrong-magic': {
    status: 415,
    retry: false,
    message: 'Invalid skin file. It does not start like a ZIP archive.',
  },
  'storage/full': { status: 503, retry: true, message: 'The storage is full. Please try again later.' },
  'storage/link-expired': { status: 403, retry: false, message: 'This link has expired.' },
  'storage/link-invalid': { status: 403, retry: false, message: 'This link is not valid.' },
  'storage/unavailable': {
    status: 503,
    retry: true,
    message: 'The storage is unavailable. Please try again later.',
  },
  'storyboard/too-large': {
    status: 422,
    retry: false,
    message: 'The storyboard of this beatmap is too large to render.',
  },
  'together/count': {
    status: 422,
    retry: false,
    message: 'A video shows 2 to 50 replays together, and with the layout split at most 4.',
  },
  'together/other-clock': {
    status: 422,
    retry: false,
    message: 'The replays play the song at different speeds. Only the layout split can show them together.',
  },
  'together/other-map': { status: 422, retry: false, message: 'The replays are of different maps.' },
  'together/other-objects': {
    status: 422,
    retry: false,
    message: 'The replays have different objects, because a mod places them anew.',
  },
  'together/repeated': { status: 422, retry: false, message: 'The same replay was sent twice.' },
  'together/too-large': { status: 413, retry: false, message: 'The replays together exceed {limit}MB.' },
  'upload/failed': { status: 500, retry: true, message: 'The replay could not be stored. Please upload it again.' },
  'video/cannot-write': { status: 500, retry: true, message: 'The video file could not be written.' },
  'video/empty-clip': { status: 422, retry: false, message: 'The clip is not a part of the play.' },
  'video/encoder-died': { status: 500, retry: true, message: 'The video encoder stopped unexpectedly.' },
  'video/encoder-missing': {
    status: 500,
    retry: false,
    message: 'This machine does not have the requested video encoder.',
  },
  'video/no-moments': { status: 422, retry: false, message: 'The play has no moments of the requested kind.' },
  'video/options-invalid': { status: 422, retry: false, message: 'The video encoder does not accept these options.' },
  'video/too-long': { status: 422, retry: false, message: 'The video would be longer than this service allows.' },
  'worker/name-taken': { status: 409, retry: false, message: 'There is a lent worker with this name already.' },
  'worker/not-found': { status: 404, retry: false, message: 'There is no such lent worker.' },
  'worker/not-lent': {
    status: 409,
    retry: false,
    message: 'This segment is not lent to this worker, or not any more.',
  },
  'worker/other-protocol': {
    status: 409,
    retry: false,
    message: 'The worker and the service use different versions of the worker protocol. {message}',
  },
  'worker/segment-refused': {
    status: 400,
    retry: false,
    message: 'The file is not the segment that was lent. {message}',
  },
  'worker/suspended': {
    status: 403,
    retry: false,
    message:
      'This worker is suspended, because a segment that it rendered differs from the same one rendered by the service.',
  },
  'worker/token-in-use': {
    status: 409,
    retry: true,
    message: 'Another process uses this token. Add a worker for each machine: bin/reprise workers add NAME.',
  },
  'worker/unknown-token': {
    status: 401,
    retry: false,
    message: 'The token of the worker is unknown or revoked. The operator of the service gives out tokens.',
  },
} as const satisfies Record<string, { status: number; retry: boolean; message: string }>;

export type FailureCode = keyof typeof failures;

/** A failure from the table; `message` says what was found and what was expected. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string = failures[code].message, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
