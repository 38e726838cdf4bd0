import { service } from './steps';

/** Sends the requests of the client of orval, which knows neither the address of the service nor other types than JSON. */
export async function orvalFetch<T>(path: string, options: RequestInit): Promise<T> {
  const response = await fetch(service + path, options);
  return { data: await readBody(response), status: response.status, headers: response.headers } as T;
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return response.json();
  if (!type.startsWith('text/event-stream')) return response.blob();
  const events = (await response.text()).matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)$/gm);
  return [...events].map(([, id, event, data]) => ({ id, event, data }));
}
