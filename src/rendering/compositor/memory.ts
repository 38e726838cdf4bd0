import type { Kernel } from './kernel.ts';

/** Hands out the kernel's memory, in whole lines of the processor's cache, and takes it back. First fit; neighbours that are free are joined. */
export interface Memory {
  allocate(bytes: number): number;
  free(address: number): void;
}

const pageBytes = 65_536;
const lineBytes = 64;
/**
 * 16 MB, which cost nothing until they are written to. Each growth is a new buffer of the whole size to V8, which takes
 * that for memory running out and collects all it has.
 */
const leastGrowthPages = 256;

/** The kernel's own static data lies in the first page. */
export function createMemory(kernel: Kernel): Memory {
  const free: { address: number; bytes: number }[] = [];
  const used = new Map<number, number>();
  let end = pageBytes;

  function allocate(wanted: number): number {
    const bytes = (Math.max(wanted, 1) + lineBytes - 1) & -lineBytes;
    const hole = free.findIndex((block) => block.bytes >= bytes);
    if (hole >= 0) {
      const block = free[hole]!;
      const { address } = block;
      if (block.bytes === bytes) free.splice(hole, 1);
      else free[hole] = { address: address + bytes, bytes: block.bytes - bytes };
      used.set(address, bytes);
      return address;
    }
    const address = end;
    const missing = address + bytes - kernel.memory.buffer.byteLength;
    if (missing > 0) kernel.memory.grow(Math.max(leastGrowthPages, Math.ceil(missing / pageBytes)));
    end = address + bytes;
    used.set(address, bytes);
    return address;
  }

  function release(address: number): void {
    const bytes = used.get(address);
    if (bytes === undefined) throw new Error(`Nothing is allocated at ${address}.`);
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
