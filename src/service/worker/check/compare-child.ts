// The child program that compares the segment of a lent worker with one that was rendered here. A hostile file can exhaust or
// crash only this process.
import { serveChild } from '../../../children/index.ts';
import { type CompareOptions, compareSegments } from '../../../rendering/video/index.ts';

serveChild(async (task: CompareOptions) => compareSegments(task));
