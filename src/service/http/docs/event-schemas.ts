import { z } from 'zod';
import { type EventName, eventData } from '../../../contract/index.ts';

const eventNames = Object.keys(eventData) as EventName[];

/** References to the components that `addEventSchemas` adds: a schema with an id becomes a reference. */
const references = new Map(eventNames.map((name) => [name, eventSchema(name).meta({ id: componentName(name) })]));

function eventSchema(name: EventName) {
  return z.object({
    id: z.string().describe('The client sends it back in the header Last-Event-ID when it reconnects.'),
    event: z.literal(name).describe('Name of the event.'),
    data: z.string().meta({
      description: 'JSON of one line.',
      contentMediaType: 'application/json',
      contentSchema: { $ref: `#/components/schemas/${componentName(name)}Data` },
    }),
  });
}

/**
 * Describes the response of an event stream with these events. OpenAPI 3.1 has no notation for a stream; the array of events
 * is how OpenAPI 3.2 defines the schema of this media type.
 */
export function describeEventStream(...names: EventName[]) {
  return {
    description:
      'Events until the client or the service closes the stream. Comments between them keep the connection alive.',
    content: {
      'text/event-stream': {
        schema: z
          .array(z.union(names.map((name) => references.get(name) ?? eventSchema(name))))
          .describe('Events with `id`, `event` and `data`. `data` is a JSON object.'),
      },
    },
  };
}

/** Adds the schema of every event and of its data to an OpenAPI document. */
export function addEventSchemas<D extends { components?: object | undefined }>(document: D): D {
  const schemas = Object.fromEntries(
    eventNames.flatMap((name) => [
      [componentName(name), jsonSchema(eventSchema(name))],
      [`${componentName(name)}Data`, jsonSchema(eventData[name])],
    ]),
  );
  return { ...document, components: { ...document.components, schemas } };
}

function componentName(name: EventName): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Event`;
}

function jsonSchema(schema: z.ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema);
  return rest;
}
