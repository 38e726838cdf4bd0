// The child program that decodes replays. A hostile replay can exhaust or crash only this process.
import { serveChild } from '../../children/index.ts';
import { decodeReplay } from './decode-task.ts';

serveChild(decodeReplay);
