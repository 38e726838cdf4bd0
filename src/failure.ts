/**
 * Everything that can go wrong in a way a person can act on. One table is the truth for the HTTP answer, the retry
 * decision, the page's text and docs/errors.md. Anything else that throws is a bug and stays a plain Error.
 */
export const failures = {
  'archive/too-large': {
    status: 422,
    retry: false,
    says: 'This archive is beyond what we unpack.',
  },
  'archive/unreadable': {
    status: 422,
    retry: false,
    says: 'Invalid archive. It is corrupted, encrypted or not a ZIP file.',
  },
  'archive/unsafe': {
    status: 422,
    retry: false,
    says: 'This archive holds links, paths outside itself, folders too deep or further archives.',
  },
  'config/invalid': { status: 500, retry: false, says: 'The configuration has mistakes.' },
  'replay/no-frames': {
    status: 415,
    retry: false,
    says: 'Invalid replay file. The structure is corrupted or unsupported.',
  },
  'replay/unreadable': {
    status: 415,
    retry: false,
    says: 'Invalid replay file. The structure is corrupted or unsupported.',
  },
  'replay/unsupported-mods': {
    status: 422,
    retry: false,
    says: 'This replay was played with mods that cannot be replayed.',
  },
  'replay/wrong-mode': {
    status: 415,
    retry: false,
    says: 'Invalid replay file. The structure is corrupted or unsupported.',
  },
  'storage/full': { status: 503, retry: true, says: 'The storage is full. Please try again later.' },
  'storage/link-expired': { status: 403, retry: false, says: 'This link has expired.' },
  'storage/link-invalid': { status: 403, retry: false, says: 'This link is not valid.' },
  'storage/unavailable': {
    status: 503,
    retry: true,
    says: 'The storage cannot be reached at the moment. Please try again later.',
  },
} as const satisfies Record<string, { status: number; retry: boolean; says: string }>;

export type FailureCode = keyof typeof failures;

/** A failure of the table above; `message` says what was found and what was expected. */
export class Failure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string = failures[code].says, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Failure';
    this.code = code;
  }
}
