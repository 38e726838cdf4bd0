import { Gauge, type Registry } from 'prom-client';
import { readDiskSpace } from '../../disk-full.ts';

/** Returns the function that measures the disk of a folder. */
export function createDiskMetrics(registry: Registry, folder: string): () => Promise<void> {
  const registers = [registry];
  const size = new Gauge({ name: 'reprise_disk_size_bytes', help: 'Size of the disk of DATA_DIR.', registers });
  const free = new Gauge({ name: 'reprise_disk_free_bytes', help: 'Free space on the disk of DATA_DIR.', registers });
  return async () => {
    for (const gauge of [size, free]) gauge.remove();
    const space = await readDiskSpace(folder).catch(() => null);
    if (space === null) return;
    size.set(space.sizeBytes);
    free.set(space.freeBytes);
  };
}
