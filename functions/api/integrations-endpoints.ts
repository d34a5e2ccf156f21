import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as createWebhook } from './create-webhook/endpoint.ts';
import { endpoint as listWebhooks } from './list-webhooks/endpoint.ts';
import { endpoint as getWebhook } from './get-webhook/endpoint.ts';
import { endpoint as changeWebhook } from './change-webhook/endpoint.ts';
import { endpoint as removeWebhook } from './remove-webhook/endpoint.ts';
import { endpoint as rotateWebhookSecret } from './rotate-webhook-secret/endpoint.ts';
import { endpoint as testWebhook } from './test-webhook/endpoint.ts';
import { endpoint as redeliverWebhook } from './redeliver-webhook/endpoint.ts';
import { endpoint as listWebhookDeliveries } from './list-webhook-deliveries/endpoint.ts';
import { endpoint as listEvents } from './list-events/endpoint.ts';
import { endpoint as createIntegration } from './create-integration/endpoint.ts';
import { endpoint as listIntegrations } from './list-integrations/endpoint.ts';
import { endpoint as getIntegration } from './get-integration/endpoint.ts';
import { endpoint as changeIntegration } from './change-integration/endpoint.ts';
import { endpoint as removeIntegration } from './remove-integration/endpoint.ts';
import { endpoint as testIntegration } from './test-integration/endpoint.ts';
import { endpoint as listIntegrationDeliveries } from './list-integration-deliveries/endpoint.ts';
import { endpoint as listIntegrationTickets } from './list-integration-tickets/endpoint.ts';

/** The endpoints of webhooks, chats and trackers. */
export const integrationsEndpoints = [
  createWebhook,
  listWebhooks,
  getWebhook,
  changeWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  redeliverWebhook,
  listWebhookDeliveries,
  listEvents,
  createIntegration,
  listIntegrations,
  getIntegration,
  changeIntegration,
  removeIntegration,
  testIntegration,
  listIntegrationDeliveries,
  listIntegrationTickets,
] as const satisfies readonly EndpointSpec[];
