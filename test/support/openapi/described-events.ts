import { z } from 'zod';
import type { ReceivedEvent } from '../http/event-source.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** The parts of an OpenAPI document that describe event streams. */
export interface EventDescriptions {
  readonly paths: Readonly<Record<string, { readonly get?: StreamOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface StreamOperation {
  readonly responses: {
    readonly 200: { readonly content: Readonly<Record<string, { readonly schema: StreamSchema }>> };
  };
}

interface StreamSchema {
  readonly items: { readonly anyOf: readonly Reference[] };
}

interface Reference {
  readonly $ref: string;
}

/** The schemas are open, so that clients accept fields that later versions add. An event of this version has only theirs. */
function closed(part: unknown, resolve: (reference: Reference) => JsonSchema): unknown {
  if (Array.isArray(part)) return part.map((each) => closed(each, resolve));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part as Partial<Reference>;
  if ($ref !== undefined) return closed(resolve({ $ref }), resolve);
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value, resolve)]));
  return copy.type === 'object' ? { additionalProperties: false, ...copy } : copy;
}

interface EventSchema {
  readonly properties: {
    readonly event: { readonly const: string };
    readonly data: { readonly contentSchema: Reference };
  };
}

/** Throws if an event differs from what the description of the endpoint says about it. */
export function parseAsDescribed(
  { paths, components }: EventDescriptions,
  path: string,
  events: readonly ReceivedEvent[],
): void {
  const resolve = ({ $ref }: Reference) => components.schemas[$ref.replace('#/components/schemas/', '')] as JsonSchema;
  const parse = (schema: JsonSchema, value: unknown) =>
    z.fromJSONSchema(closed(schema, resolve) as JsonSchema).parse(value);
  const references = paths[path]?.get?.responses[200].content['text/event-stream']?.schema.items.anyOf ?? [];
  const schemas = references.map(resolve);
  for (const { id, name, data } of events) {
    const schema = schemas.find((each) => (each as unknown as EventSchema).properties.event.const === name);
    if (schema === undefined) throw new Error(`${path} does not describe the event ${name}.`);
    const { contentSchema } = (schema as unknown as EventSchema).properties.data;
    parse(schema, { id, event: name, data: JSON.stringify(data) });
    parse(resolve(contentSchema), data);
  }
}
