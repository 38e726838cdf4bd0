/**
 * Everything that can go wrong in a way a person can act on. One table is the truth for the HTTP answer, the retry
 * decision, the page's text and docs/errors.md. Anything else that throws is a bug and stays a plain Error.
 */
export const failures = {
  'analytics/not-found': { status: 404, retry: false, message: 'This job has no analytics.' },
  'archive/too-large': {
    status: 422,
    retry: false,
    message: 'This archive is beyond what we unpack.',
  },
  'archive/unreadable': {
    status: 422,
    retry: false,
    message: 'Invalid archive. It is corrupted, encrypted or not a ZIP file.',
  },
  'archive/unsafe': {
    status: 422,
    retry: false,
    message: 'This archive holds links, paths outside itself, folders too deep or further archives.',
  },
  'artifact/forbidden': {
    status: 403,
    retry: false,
    message: 'Invalid prefix. An artifact is one file in videos, thumbnails, logs, replays or skins.',
  },
  'artifact/no-such-range': { status: 416, retry: false, message: 'The artifact has no such range of bytes.' },
  'artifact/not-found': { status: 404, retry: false, message: 'Artifact not found.' },
  'backup/other-version': {
    status: 500,
    retry: false,
    message: 'The backup was made by another version of this program.',
  },
  'backup/unreadable': { status: 500, retry: false, message: 'The file is not a whole backup.' },
  'beatmap/file-too-large': { status: 413, retry: false, message: 'Beatmap file exceeds maximum size of {limit}MB.' },
  'beatmap/mismatch': {
    status: 422,
    retry: false,
    message: 'The beatmap sent along is not the one this replay was played on.',
  },
  'beatmap/not-found': { status: 404, retry: false, message: 'The beatmap of this replay was not found.' },
  'beatmap/not-yet': {
    status: 503,
    retry: true,
    message: 'The beatmap is still being fetched. Please try again in a moment.',
  },
  'beatmap/too-large': { status: 422, retry: false, message: 'This beatmap is beyond what we render.' },
  'beatmap/too-slow': {
    status: 503,
    retry: true,
    message: 'Checking the beatmap took too long. Please try again later.',
  },
  'beatmap/unavailable': {
    status: 503,
    retry: true,
    message: 'The beatmap is not in the library, and no mirror could be asked for it.',
  },
  'beatmap/unreadable': { status: 422, retry: false, message: 'The file is not an osu! beatmap.' },
  'beatmap/wrong-extension': { status: 400, retry: false, message: 'File must be an osu! beatmap (.osz) file.' },
  'beatmap/wrong-mode': { status: 422, retry: false, message: 'Only osu!standard beatmaps can be rendered.' },
  'callback/not-configured': { status: 500, retry: false, message: 'WEBHOOK_SECRET is not configured on this server.' },
  'callback/out-of-time': {
    status: 400,
    retry: false,
    message: 'The payload is older than 5 minutes, or from the future.',
  },
  'callback/repeated': { status: 400, retry: false, message: 'The nonce was used before.' },
  'callback/undelivered': {
    status: 503,
    retry: true,
    message: 'The render is finished, but its worker could not reach the service to say so.',
  },
  'callback/unsigned': { status: 401, retry: false, message: 'Missing or invalid X-Signature.' },
  'config/invalid': { status: 500, retry: false, message: 'The configuration has mistakes.' },
  'database/cannot-start': { status: 500, retry: false, message: 'The embedded database cannot be started here.' },
  'database/in-use': { status: 500, retry: false, message: 'Another process already serves this data folder.' },
  'database/migrations-differ': {
    status: 500,
    retry: false,
    message: 'The database was made by another version of this program.',
  },
  'database/unavailable': {
    status: 503,
    retry: true,
    message: 'The database cannot be reached at the moment. Please try again later.',
  },
  'installation/in-use': { status: 500, retry: false, message: 'The service is running on this installation.' },
  'installation/missing': { status: 500, retry: false, message: 'There is no installation here.' },
  'installation/not-empty': { status: 500, retry: false, message: 'There is something in this installation already.' },
  'job/cancelled': { status: 409, retry: false, message: 'The job was cancelled.' },
  'job/finished': { status: 409, retry: false, message: 'The job has ended already.' },
  'job/not-failed': { status: 409, retry: false, message: 'Only a failed job can be tried again.' },
  'job/not-found': { status: 404, retry: false, message: 'Job not found.' },
  'job/not-yours': { status: 403, retry: false, message: 'Only the client that made the job may do this.' },
  'job/unfinished': { status: 409, retry: false, message: 'The job has not ended yet.' },
  'limit/active-jobs': { status: 429, retry: false, message: 'You already have 2 active render jobs.' },
  'limit/at-capacity': { status: 503, retry: true, message: 'The render infrastructure is at maximum capacity.' },
  'limit/queue-full': {
    status: 503,
    retry: true,
    message: 'The render queue is currently full. Please try again later.',
  },
  'limit/rate': { status: 429, retry: false, message: 'Rate limit exceeded: {limit} per 1 minute' },
  'limit/streams': { status: 429, retry: false, message: 'You already follow {limit} event streams.' },
  'limit/streams-at-capacity': {
    status: 503,
    retry: true,
    message: 'No more event streams can be followed at the moment. Please try again later, or poll.',
  },
  'render/danser-unusable': { status: 500, retry: false, message: 'This machine cannot run danser.' },
  'render/failed': { status: 500, retry: true, message: 'The replay could not be rendered.' },
  'render/out-of-memory': { status: 500, retry: true, message: 'The render needed more memory than it may have.' },
  'render/stalled': { status: 500, retry: true, message: 'The render made no progress any more.' },
  'render/timed-out': { status: 500, retry: true, message: 'The render took longer than it may.' },
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
    message: 'The replay of this job is not stored. Please send it again.',
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
    message: 'This replay was played with mods that cannot be replayed.',
  },
  'replay/wrong-extension': { status: 400, retry: false, message: 'File must be an osu! replay (.osr) file.' },
  'replay/wrong-mode': {
    status: 415,
    retry: false,
    message: 'Invalid replay file. The structure is corrupted or unsupported.',
  },
  'request/header-too-large': { status: 431, retry: false, message: 'The request line and headers are too large.' },
  'request/invalid': { status: 422, retry: false, message: 'Validation error' },
  'request/malformed': { status: 400, retry: false, message: 'The request could not be read.' },
  'request/method-not-allowed': { status: 405, retry: false, message: 'Method not allowed.' },
  'request/not-found': { status: 404, retry: false, message: 'Not found.' },
  'request/timed-out': { status: 408, retry: false, message: 'The request took too long to arrive.' },
  'request/too-large': { status: 413, retry: false, message: 'The request body is too large.' },
  'request/unsupported-expectation': { status: 417, retry: false, message: 'The Expect header cannot be met.' },
  'request/unsupported-media-type': {
    status: 415,
    retry: false,
    message: 'Unsupported content type. Send the form as multipart/form-data.',
  },
  'service/cannot-start': { status: 500, retry: false, message: 'The service cannot be started.' },
  'service/internal': { status: 500, retry: true, message: 'An internal error occurred.' },
  'skin/damaged': {
    status: 422,
    retry: false,
    message: 'The skin fails the integrity test: the archive is damaged or of a kind we cannot read.',
  },
  'skin/encrypted': { status: 422, retry: false, message: 'The skin is encrypted.' },
  'skin/link': { status: 422, retry: false, message: 'The skin holds a link to another file.' },
  'skin/name-invalid': {
    status: 422,
    retry: false,
    message: 'The file name may have letters, digits, spaces, hyphens and underscores, at most 128.',
  },
  'skin/name-reserved': { status: 422, retry: false, message: 'Default is the name of the built-in skin.' },
  'skin/name-taken': { status: 409, retry: false, message: 'This name is taken by another skin.' },
  'skin/nested-archive': { status: 422, retry: false, message: 'The skin holds another .zip, .osk or .osz archive.' },
  'skin/not-found': { status: 404, retry: false, message: 'The skin that was asked for is not stored here.' },
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
  'skin/unsafe-path': { status: 422, retry: false, message: 'The skin holds a file whose path leads out of it.' },
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
    message: 'The storage cannot be reached at the moment. Please try again later.',
  },
  'storyboard/too-large': {
    status: 422,
    retry: false,
    message: 'The storyboard of this beatmap is beyond what we render.',
  },
  'upload/failed': { status: 500, retry: true, message: 'The replay could not be stored. Please send it again.' },
  'video/cannot-write': { status: 500, retry: true, message: 'The video file could not be written.' },
  'video/encoder-died': { status: 500, retry: true, message: 'The video encoder stopped unexpectedly.' },
  'video/encoder-missing': {
    status: 500,
    retry: false,
    message: 'This machine lacks the video encoder that was asked for.',
  },
  'video/options-invalid': { status: 422, retry: false, message: 'The video encoder does not take these options.' },
} as const satisfies Record<string, { status: number; retry: boolean; message: string }>;

export type FailureCode = keyof typeof failures;

/** A failure of the table above; `message` says what was found and what was expected. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string = failures[code].message, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
  }
}
