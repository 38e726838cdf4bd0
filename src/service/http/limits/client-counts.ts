/** How many of something each client has at the moment. */
export interface ClientCounts {
  of(client: string): number;
  add(client: string, difference: 1 | -1): void;
}

export function createClientCounts(): ClientCounts {
  const counts = new Map<string, number>();
  const of = (client: string) => counts.get(client) ?? 0;
  return {
    of,
    add(client, difference) {
      const count = of(client) + difference;
      if (count === 0) counts.delete(client);
      else counts.set(client, count);
    },
  };
}
