import type { Config, Resolution } from '../../config.ts';
import { videoSizes } from '../../contract/index.ts';
import { type Machine, minRenderMemoryMb } from '../../rendering/render/index.ts';
import { resourcesPerRender } from './render-resources.ts';

export interface MemoryProblem {
  readonly message: string;
  readonly advice: string;
}

const resolutions = Object.keys(videoSizes) as Resolution[];

/** Describes the smallest resolution for which a render has too little memory; null if there is enough for all. */
export function findMemoryProblem(
  { renderer, renderWorkers, renderMemoryMb, encoding, limits }: Config,
  machine: Machine = resourcesPerRender(Math.max(1, renderWorkers)),
): MemoryProblem | null {
  if (renderWorkers === 0 || renderer.kind === 'danser') return null;
  const memoryMb = Math.min(renderMemoryMb ?? machine.memoryMb, machine.memoryMb);
  const allowed = resolutions.slice(0, resolutions.indexOf(limits.maxResolution) + 1);
  const neededMb = (resolution: Resolution) => minRenderMemoryMb({ ...videoSizes[resolution], ...encoding });
  const tooLarge = allowed.find((resolution) => neededMb(resolution) > memoryMb);
  if (tooLarge === undefined) return null;
  const smaller = allowed[allowed.indexOf(tooLarge) - 1];
  const orLimit = smaller === undefined ? '' : `, or set MAX_RESOLUTION=${smaller}`;
  const needs = `a render at ${tooLarge} needs at least ${neededMb(tooLarge)} MiB of memory`;
  return memoryMb === renderMemoryMb
    ? {
        message: `${needs}, and RENDER_MEMORY_MB is ${memoryMb}`,
        advice: `Set RENDER_MEMORY_MB to ${neededMb(allowed.at(-1) ?? tooLarge)} or more${orLimit}.`,
      }
    : {
        message: `${needs}, and this machine has ${Math.floor(memoryMb)} MiB for each of ${renderWorkers} renders`,
        advice: `Lower RENDER_WORKERS, add memory${orLimit}.`,
      };
}
