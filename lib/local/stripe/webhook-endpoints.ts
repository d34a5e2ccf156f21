import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { boolean, group, list, metadata, text } from './parameters.ts';
import { listing, merged, nothing, page, route, type Route } from './route.ts';
import { apiVersion, type WebhookEndpoint } from './wire.ts';
import { newId, type Work } from './work.ts';

const create = group({
  url: z.url({ protocol: /^https?$/ }),
  enabled_events: list(text).pipe(z.array(z.string()).min(1)),
  api_version: z.enum([apiVersion]).optional(),
  description: text.optional(),
  metadata: metadata.optional(),
});

const update = create.omit({ api_version: true }).partial().extend({ disabled: boolean.optional() });

interface EndpointOrder {
  id?: string;
  url: string;
  enabled_events: string[];
  description?: string;
  metadata?: Record<string, string>;
  secret?: string;
}

export const newEndpoint = (
  work: Work,
  order: EndpointOrder,
): { endpoint: WebhookEndpoint; secret: string } => {
  const id = order.id ?? newId('we');
  const secret = order.secret ?? `whsec_${randomBytes(24).toString('hex')}`;
  work.put({ object: 'local.secret', id, secret });
  const endpoint = work.put<WebhookEndpoint>({
    id,
    object: 'webhook_endpoint',
    api_version: apiVersion,
    application: null,
    created: work.now,
    description: order.description ?? null,
    enabled_events: order.enabled_events,
    livemode: false,
    metadata: order.metadata ?? {},
    status: 'enabled',
    url: order.url,
  });
  return { endpoint, secret };
};

export const endpointRoutes: Route[] = [
  route('POST', '/v1/webhook_endpoints', 'webhookEndpoints.create', create, (work, given) => {
    const { url, enabled_events, description } = given;
    const order = { url, enabled_events, description, metadata: merged({}, given.metadata) };
    const { endpoint, secret } = newEndpoint(work, order);
    // The one answer that tells the secret.
    return { ...endpoint, secret };
  }),
  route('GET', '/v1/webhook_endpoints/:id', 'webhookEndpoints.retrieve', nothing, (work, _, id) =>
    work.get('webhook_endpoint', id),
  ),
  route('POST', '/v1/webhook_endpoints/:id', 'webhookEndpoints.update', update, (work, given, id) => {
    const endpoint = work.edit('webhook_endpoint', id);
    const { disabled, metadata: keys, ...rest } = given;
    Object.assign(endpoint, rest, { metadata: merged(endpoint.metadata, keys) });
    if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
    return endpoint;
  }),
  route('DELETE', '/v1/webhook_endpoints/:id', 'webhookEndpoints.del', nothing, (work, _, id) => {
    work.get('webhook_endpoint', id);
    work.remove('webhook_endpoint', id);
    work.remove('local.secret', id);
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
  route('GET', '/v1/webhook_endpoints', 'webhookEndpoints.list', listing({}), (work, paging) =>
    page(work, '/v1/webhook_endpoints', [...work.all('webhook_endpoint')], paging),
  ),
];
