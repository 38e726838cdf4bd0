// The child program that resizes one cover. A hostile picture can exhaust or crash only this process.

import { serveChild } from '../../children/index.ts';
import { resizeCover } from './resize-cover.ts';

serveChild((picture: Uint8Array) => resizeCover(picture));
