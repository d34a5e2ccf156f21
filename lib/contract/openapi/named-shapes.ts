import type * as z from 'zod';
import type { EventType } from '@scangate/domain/events/event-types';
import type { EndpointSpec } from '../endpoint.ts';
import { eventBody } from '../events/event-webhooks.ts';
import type { Json } from './json-schema-node.ts';
import { plainSchema, withoutExamples } from './plain-schema.ts';
import { shapeTable } from './shapes/index.ts';

/** A shape of the API with a name of its own. */
interface NamedShape {
  name: string;
  schema: Json;
  description: string | undefined;
}

const schemaAt = (endpoints: readonly EndpointSpec[], operation: string, part: string): z.ZodType => {
  if (operation === 'event') return eventBody(part as EventType);
  const endpoint = endpoints.find(({ name }) => name === operation);
  const schema =
    part === 'body' || part === 'query'
      ? endpoint?.[part]
      : (endpoint?.bodyAlternatives?.[part] ?? endpoint?.responses[Number(part)]?.schema);
  if (!schema) throw new Error(`${operation} has no ${part}`);
  return schema;
};

const stepInto = (schema: Json | undefined, step: string): Json | undefined => {
  const choices = (schema?.['anyOf'] ?? schema?.['oneOf']) as Json[] | undefined;
  if (step === '[]') return schema?.['items'] as Json | undefined;
  if (step === '{}') return schema?.['additionalProperties'] as Json | undefined;
  if (step.startsWith('#')) return choices?.[Number(step.slice(1))];
  return (schema?.['properties'] as Record<string, Json> | undefined)?.[step];
};

/**
 * Reads the schema at a place of the contract: an operation, and its `body` (or the key of another body), `query` or a status, or `event` and its type; then the steps from there, which are
 * property names, `[]` for the items of a list, `{}` for the values of a map, and `#n` for one of several choices.
 * @throws Error for a place that is not there.
 */
const shapeAt = (endpoints: readonly EndpointSpec[], place: string): Json => {
  const [operation = '', part = '', ...steps] = place.split(' ');
  let found: Json | undefined = plainSchema(schemaAt(endpoints, operation, part));
  for (const step of steps) found = stepInto(found, step);
  if (!found) throw new Error(`the contract has nothing at "${place}" (lib/contract/openapi/shapes)`);
  return found;
};

/** Reads the shapes that have names, each from its place in the contract; without those whose operations are not given. */
export const namedShapes = (endpoints: readonly EndpointSpec[]): NamedShape[] =>
  Object.entries(shapeTable)
    .filter(([, [place]]) => {
      const [operation = ''] = place.split(' ');
      return operation === 'event' || endpoints.some(({ name }) => name === operation);
    })
    .map(([name, [place, about]]) => {
      const schema = withoutExamples(shapeAt(endpoints, place));
      return { name, schema, description: about ?? (schema['description'] as string | undefined) };
    });
