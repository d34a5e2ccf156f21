import type * as z from 'zod';
import { catalog } from '@scangate/domain/events/catalog';
import { eventTypes } from '@scangate/domain/events/event-types';
import type { EndpointSpec } from './endpoint.ts';
import { problem } from './schemas/problem.ts';
import { typeSource } from './type-source.ts';

const routeImport = ['import type { Route } from', "'../route.ts';\n"].join(' ');
const generated = '// Generated from the endpoint table by `npm run openapi`; do not edit.\n';

const routeOf = ({ name, method, path, idempotent, requestMediaTypes }: EndpointSpec): string => {
  const isIdempotent = idempotent === true;
  const takesGzip = requestMediaTypes?.includes('application/gzip') === true;
  return `  '${name}': { method: '${method}', path: '${path}', isIdempotent: ${isIdempotent}, takesGzip: ${takesGzip} },\n`;
};

/** Writes lib/client/generated/routes.ts: where each operation is, and how its requests travel. */
export const routesSource = (endpoints: readonly EndpointSpec[]): string =>
  `${generated}${routeImport}
export const routes = {
${endpoints.map(routeOf).join('')}} as const satisfies Record<string, Route>;
`;

const member = (name: string, schema: z.ZodType | undefined): string[] =>
  schema ? [`    ${name}: ${typeSource(schema, 'input', '    ')};\n`] : [];

const bodyOf = ({ body, bodyAlternatives = {} }: EndpointSpec): string[] => {
  if (!body) return [];
  const shapes = [body, ...Object.values(bodyAlternatives)];
  return [`    body: ${shapes.map((shape) => typeSource(shape, 'input', '    ')).join(' | ')};\n`];
};

const responsesOf = ({ responses }: EndpointSpec): string =>
  Object.entries(responses)
    .map(([status, { schema }]) => {
      const type = schema ? typeSource(schema, 'output', '      ') : 'undefined';
      return `      ${status}: ${type};\n`;
    })
    .join('');

const operationOf = (endpoint: EndpointSpec): string =>
  [
    `  /** ${endpoint.summary} */\n`,
    `  '${endpoint.name}': {\n`,
    ...member('params', endpoint.params),
    ...member('query', endpoint.query),
    ...bodyOf(endpoint),
    ...(endpoint.idempotent ? ['    isIdempotent: true;\n'] : []),
    `    responses: {\n${responsesOf(endpoint)}    };\n`,
    '  };\n',
  ].join('');

/** Writes lib/client/generated/types.ts: what each operation takes and answers. */
export const typesSource = (endpoints: readonly EndpointSpec[]): string =>
  `${generated}
export interface Operations {
${endpoints.map(operationOf).join('')}}

/** A problem document (RFC 9457). */
export interface Problem ${typeSource(problem, 'output')}
`;

/** Writes lib/client/generated/events.ts: what a webhook receives. */
export const eventsSource = (): string =>
  `// Generated from the catalog of events by \`npm run openapi\`; do not edit.

/** The \`data\` of each type of event. */
export interface EventData {
${eventTypes
  .map(
    (type) =>
      `  /** ${catalog[type].text} */\n  '${type}': ${typeSource(catalog[type].schema, 'output', '  ')};\n`,
  )
  .join('')}}

export type EventType = keyof EventData;

/** The body of a delivery. Of several types \`type\` tells which \`data\` it is. */
export type WebhookEvent<T extends EventType = EventType> = {
  [K in T]: {
    /** Stable over attempts and replays. */
    id: string;
    type: K;
    timestamp: string;
    /** Counts the deliveries of a subscriber, without gaps. */
    sequence: number;
    organizationId: string;
    data: EventData[K];
  };
}[T];
`;
