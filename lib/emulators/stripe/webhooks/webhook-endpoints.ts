import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  booleanParameter,
  strictObject,
  listOf,
  metadataParameter,
  stringParameter,
} from '../http/parameters.ts';
import { listParameters, mergeMetadata, noParameters, listPage, route, type Route } from '../http/route.ts';
import { apiVersion, type WebhookEndpoint } from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const create = strictObject({
  url: z.url({ protocol: /^https?$/ }),
  enabled_events: listOf(stringParameter).pipe(z.array(z.string()).min(1)),
  api_version: z.enum([apiVersion]).optional(),
  description: stringParameter.optional(),
  metadata: metadataParameter.optional(),
});

const update = create.omit({ api_version: true }).partial().extend({ disabled: booleanParameter.optional() });

interface EndpointInput {
  id?: string;
  url: string;
  enabled_events: string[];
  description?: string;
  metadata?: Record<string, string>;
  secret?: string;
}

export const newEndpoint = (
  tx: Transaction,
  input: EndpointInput,
): { endpoint: WebhookEndpoint; secret: string } => {
  const id = input.id ?? newId('we');
  const secret = input.secret ?? `whsec_${randomBytes(24).toString('hex')}`;
  tx.put({ object: 'local.secret', id, secret });
  const endpoint = tx.put<WebhookEndpoint>({
    id,
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: tx.now,
    description: input.description ?? null,
    enabled_events: input.enabled_events,
    livemode: false,
    metadata: input.metadata ?? {},
    status: 'enabled',
    url: input.url,
  });
  return { endpoint, secret };
};

export const endpointRoutes: Route[] = [
  route('POST', '/v1/webhook_endpoints', {
    name: 'webhookEndpoints.create',
    parameters: create,
    run: (tx, given) => {
      const { url, enabled_events, description } = given;
      const input = { url, enabled_events, description, metadata: mergeMetadata({}, given.metadata) };
      const { endpoint, secret } = newEndpoint(tx, input);
      // Stripe shows the secret in this response only.
      return { ...endpoint, secret };
    },
  }),
  route('GET', '/v1/webhook_endpoints/:id', {
    name: 'webhookEndpoints.retrieve',
    parameters: noParameters,
    run: (tx, _, id) => tx.get('webhook_endpoint', id),
  }),
  route('POST', '/v1/webhook_endpoints/:id', {
    name: 'webhookEndpoints.update',
    parameters: update,
    run: (tx, given, id) => {
      const endpoint = tx.edit('webhook_endpoint', id);
      const { disabled, metadata: keys, ...rest } = given;
      Object.assign(endpoint, rest, { metadata: mergeMetadata(endpoint.metadata, keys) });
      if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
      return endpoint;
    },
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', {
    name: 'webhookEndpoints.del',
    parameters: noParameters,
    run: (tx, _, id) => {
      tx.get('webhook_endpoint', id);
      tx.remove('webhook_endpoint', id);
      tx.remove('local.secret', id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  }),
  route('GET', '/v1/webhook_endpoints', {
    name: 'webhookEndpoints.list',
    parameters: listParameters({}),
    run: (tx, paging) =>
      listPage(tx, '/v1/webhook_endpoints', { found: [...tx.all('webhook_endpoint')], paging }),
  }),
];
