import type { Kernel } from './kernel.ts';

/** Allocates the kernel's memory in whole cache lines: first fit, and free neighbours are joined. */
export interface Memory {
  allocate(bytes: number): number;
  free(address: number): void;
}

const pageBytes = 65_536;
const cacheLineBytes = 64;
/**
 * Memory grows by at least 16 MB, which costs nothing until it is written. V8 counts each growth as a new buffer of the
 * whole size, and collects garbage as if memory were running out.
 */
const minGrowthPages = 256;

/** Leaves the first page to the kernel's static data. */
export function createMemory(kernel: Kernel): Memory {
  const free: { address: number; bytes: number }[] = [];
  const used = new Map<number, number>();
  let end = pageBytes;

  function allocate(requested: number): number {
    const bytes = (Math.max(requested, 1) + cacheLineBytes - 1) & -cacheLineBytes;
    const index = free.findIndex((block) => block.bytes >= bytes);
    const block = free[index];
    if (block) {
      const { address } = block;
      if (block.bytes === bytes) free.splice(index, 1);
      else free[index] = { address: address + bytes, bytes: block.bytes - bytes };
      used.set(address, bytes);
      return address;
    }
    const address = end;
    const missing = address + bytes - kernel.memory.buffer.byteLength;
    if (missing > 0) kernel.memory.grow(Math.max(minGrowthPages, Math.ceil(missing / pageBytes)));
    end = address + bytes;
    used.set(address, bytes);
    return address;
  }

  function release(address: number): void {
    const bytes = used.get(address);
    if (bytes === undefined) throw new Error(`No memory is allocated at ${address}.`);
    used.delete(address);
    const after = free.findIndex((block) => block.address > address);
    const at = after < 0 ? free.length : after;
    free.splice(at, 0, { address, bytes });
    joinWithNext(at);
    if (at > 0) joinWithNext(at - 1);
    const last = free.at(-1);
    if (last && last.address + last.bytes === end) {
      end = last.address;
      free.pop();
    }
  }

  function joinWithNext(index: number): void {
    const block = free[index];
    const next = free[index + 1];
    if (!block || !next || block.address + block.bytes !== next.address) return;
    free.splice(index, 2, { address: block.address, bytes: block.bytes + next.bytes });
  }

  return { allocate, free: release };
}
