import { roles } from '@scangate/domain/identity/roles';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { needsApi } from '#contract/token-access.ts';
import type { WebhookSpec } from '#contract/webhook.ts';
import { code, codes, page, table } from './markdown.ts';

const rolesOf = (endpoint: EndpointSpec): string => {
  if (endpoint.access) return 'anybody';
  return endpoint.roles.length === roles.length ? 'all' : endpoint.roles.join(', ');
};

const notesOf = (endpoint: EndpointSpec): string => {
  const { capability, credential, idempotent, headers = [] } = endpoint;
  const { managedByParent, person, recent, session, stream } = endpoint;
  const takesTokens = !session && !credential;
  return [
    ...(capability ? [`plan: ${code(capability)}`] : []),
    ...(takesTokens && needsApi(endpoint) ? [`with a token: plan ${code('api')}`] : []),
    ...(session ? ['a session only'] : []),
    ...(credential ? [`a ${credential} token only`] : []),
    ...(recent ? ['a recent sign-in'] : []),
    ...(idempotent ? [code('Idempotency-Key')] : []),
    ...headers.map(code),
    ...(person ? ['a person only'] : []),
    ...(managedByParent ? ['not for client organizations'] : []),
    ...(stream ? ['streamed'] : []),
  ].join(', ');
};

const endpointTable = (endpoints: readonly EndpointSpec[]): string =>
  table(
    ['Endpoint', 'What it does', 'Roles', 'Scopes', 'Notes'],
    endpoints.map((endpoint) => [
      `${code(`${endpoint.method} ${endpoint.path}`)} (${endpoint.name})`,
      endpoint.summary,
      rolesOf(endpoint),
      codes(endpoint.scopes),
      notesOf(endpoint),
    ]),
  );

export const endpointsPage = (endpoints: readonly EndpointSpec[], webhooks: readonly WebhookSpec[]): string =>
  page(
    'Endpoints',
    'Every endpoint that is not for anybody takes `Authorization: Bearer`. Requests, responses and problems are in `GET /v1/openapi.json`, and for people at `GET /docs`.',
    `## Scans, repositories and organizations\n\n${endpointTable(endpoints.filter(({ path }) => path.startsWith('/v1/')))}`,
    `## Billing\n\n${endpointTable(endpoints.filter(({ path }) => !path.startsWith('/v1/')))}`,
    `## Webhooks\n\nA webhook takes no token; its sender signs the body.\n\n${table(
      ['Webhook', 'What it does', 'Signature', 'Limits'],
      webhooks.map(({ path, summary, signatureHeader, bodyLimitBytes, throttle }) => [
        code(`POST ${path}`),
        summary,
        code(signatureHeader),
        `${bodyLimitBytes} bytes, ${throttle.rate} requests per second, ${throttle.burst} at once`,
      ]),
    )}`,
  );
