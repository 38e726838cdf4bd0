// The child program that looks at a segment of a lent worker. A hostile file can exhaust or crash only this process.
import { serveChild } from '../../../children/index.ts';
import { findSegmentProblem } from '../../../rendering/video/index.ts';
import type { InspectTask } from './inspect-segment.ts';

serveChild(async ({ file, frames, fps }: InspectTask) => findSegmentProblem(file, { frames, fps }));
