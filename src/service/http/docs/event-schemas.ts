import { z } from 'zod';
import { type EventName, eventData, namedSchemas } from '../../../contract/index.ts';

const eventNames = Object.keys(eventData) as EventName[];

/** Each event has a name, under which it becomes a component of the document. */
const eventSchemas = new Map(eventNames.map((name) => [name, eventSchema(name)]));

function eventSchema(name: EventName) {
  const event = z.object({
    id: z.string().describe('The client sends it back in the header Last-Event-ID when it reconnects.'),
    event: z.literal(name).describe('Name of the event.'),
    data: z.string().meta({
      description: 'JSON of one line.',
      contentMediaType: 'application/json',
      contentSchema: { $ref: `#/components/schemas/${nameOf(eventData[name])}` },
    }),
  });
  return event.meta({ id: `${name.charAt(0).toUpperCase()}${name.slice(1)}Event` });
}

function nameOf(schema: z.ZodType): string | undefined {
  return Object.entries(namedSchemas).find(([, named]) => named === schema)?.[0];
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
          .array(z.union(names.map((name) => eventSchemas.get(name) ?? eventSchema(name))))
          .describe('Events with `id`, `event` and `data`. `data` is a JSON object.'),
      },
    },
  };
}
