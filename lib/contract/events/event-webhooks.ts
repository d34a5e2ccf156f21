import * as z from 'zod';
import { catalog } from '@scangate/domain/events/catalog';
import { eventTypes, type EventType } from '@scangate/domain/events/event-types';
import type { Json } from '../openapi/json-schema-node.ts';
import { eventsTag } from '../openapi/tags.ts';

/** The fields of the body of every delivery. */
export const eventEnvelope = z.object({
  id: z.uuid().meta({ description: 'Stable over attempts and replays.' }),
  timestamp: z.iso.datetime(),
  sequence: z.int().min(1).meta({ description: 'Counts the deliveries of a subscriber, without gaps.' }),
  organizationId: z.string(),
});

const ownFields = (type: EventType) => ({ type: z.literal(type), data: catalog[type].schema });

/** The body of a delivery with one type of event. */
export const eventBody = (type: EventType) => eventEnvelope.extend(ownFields(type));

/** An example of the body of a delivery. */
export const exampleBody = (type: EventType) => ({
  id: '3f2a1b4c-5d6e-8f70-8a9b-0c1d2e3f4a5b',
  type,
  timestamp: '2026-03-02T09:30:00.000Z',
  sequence: 1,
  organizationId: '9c8b7a69-5847-4636-a524-1302f1e0d9c8',
  data: catalog[type].example,
});

const headers = {
  'webhook-id': 'The id of the event, which tells a repeated delivery.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970; it is signed.',
  'webhook-signature':
    'One signature, or one for each of two secrets after a rotation (Standard Webhooks, v1).',
};

/** The response to a delivery. */
export const received: Json = {
  description: 'Received. Any other answer is tried again, but 410, which disables the webhook.',
};

/**
 * Describes the webhooks of the service in the format of OpenAPI.
 * @param schemaOf writes a schema.
 */
export const eventWebhooks = (
  schemaOf: (schema: z.ZodType, type: EventType) => Json,
): Record<string, { post: Json }> =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `receive-${type.replaceAll(/[._]/g, '-')}`,
          tags: [eventsTag.name],
          summary: catalog[type].text,
          security: [],
          parameters: Object.entries(headers).map(([name, description]) => ({
            name,
            in: 'header',
            description,
            required: true,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  allOf: [{ $ref: '#/components/schemas/Event' }, schemaOf(z.object(ownFields(type)), type)],
                },
                example: exampleBody(type),
              },
            },
          },
          responses: {
            '2XX': { $ref: '#/components/responses/Received' },
          },
        },
      },
    ]),
  );
