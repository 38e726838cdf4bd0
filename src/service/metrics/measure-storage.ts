import type { Storage } from '../storage/index.ts';
import type { Metrics } from './metrics.ts';

/** Returns a storage that records the duration of every call. For `get`, that is the time to the first byte. */
export function measureStorage<S extends Storage>(storage: S, metrics: Pick<Metrics, 'storageCalled'>): S {
  const measured = {
    put: measure(storage.put, 'put'),
    putFile: measure(storage.putFile, 'put'),
    copy: measure(storage.copy, 'copy'),
    get: measure(storage.get, 'get'),
    stat: measure(storage.stat, 'stat'),
    delete: measure(storage.delete, 'delete'),
    signedUrl: measure(storage.signedUrl, 'sign'),
    check: measure(storage.check, 'check'),
    list: measureListing,
  };
  return Object.assign(Object.create(storage), measured);

  function measure<Args extends unknown[], T>(call: (...args: Args) => Promise<T>, operation: string) {
    return async (...args: Args): Promise<T> => {
      const done = start(operation);
      try {
        const value = await call.apply(storage, args);
        done(false);
        return value;
      } catch (error) {
        done(true);
        throw error;
      }
    };
  }

  async function* measureListing(...args: Parameters<Storage['list']>): ReturnType<Storage['list']> {
    const done = start('list');
    let failed = true;
    try {
      yield* storage.list(...args);
      failed = false;
    } finally {
      done(failed);
    }
  }

  function start(operation: string): (failed: boolean) => void {
    const startedAt = performance.now();
    return (failed) => metrics.storageCalled({ operation, failed, seconds: (performance.now() - startedAt) / 1000 });
  }
}
