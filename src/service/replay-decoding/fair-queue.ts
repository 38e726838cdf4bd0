/** Tasks that wait for a slot. Clients take turns, so that one with many tasks delays another by one task at most. */
export interface FairQueue {
  readonly size: number;
  sizeOf(client: string): number;
  add(client: string, start: () => void): void;
  /** Removes a task that has not been taken. */
  remove(client: string, start: () => void): void;
  /** Takes the first task of the client whose turn it is. */
  take(): (() => void) | undefined;
}

export function createFairQueue(): FairQueue {
  /** In the order of their turns. None of the lists is empty. */
  const byClient = new Map<string, (() => void)[]>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    sizeOf: (client) => byClient.get(client)?.length ?? 0,
    add(client, start) {
      const tasks = byClient.get(client);
      if (tasks === undefined) byClient.set(client, [start]);
      else tasks.push(start);
      size++;
    },
    remove(client, start) {
      const tasks = byClient.get(client) ?? [];
      const at = tasks.indexOf(start);
      if (at < 0) return;
      tasks.splice(at, 1);
      if (tasks.length === 0) byClient.delete(client);
      size--;
    },
    take() {
      for (const [client, tasks] of byClient) {
        const start = tasks.shift();
        // The client goes to the end of the line.
        byClient.delete(client);
        if (tasks.length > 0) byClient.set(client, tasks);
        size--;
        return start;
      }
      return undefined;
    },
  };
}
