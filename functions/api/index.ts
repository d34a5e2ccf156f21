import type { EndpointSpec } from '#contract/endpoint.ts';
import { billingEndpoints } from './billing-endpoints.ts';
import { bundlesEndpoints } from './bundles-endpoints.ts';
import { evidenceEndpoints } from './evidence-endpoints.ts';
import { gateEndpoints } from './gate-endpoints.ts';
import { identityEndpoints } from './identity-endpoints.ts';
import { integrationsEndpoints } from './integrations-endpoints.ts';
import { organizationEndpoints } from './organization-endpoints.ts';
import { scansEndpoints } from './scans-endpoints.ts';
import { ssoEndpoints } from './sso-endpoints.ts';
import { trustEndpoints } from './trust-endpoints.ts';

/**
 * The endpoint table, by the stack that holds the functions. Routes, Lambdas, IAM, the client and OpenAPI come from it
 * (docs/adr/0050-stacks.md).
 */
export const endpointsByStack = {
  scans: scansEndpoints,
  identity: identityEndpoints,
  organization: organizationEndpoints,
  sso: ssoEndpoints,
  trust: trustEndpoints,
  integrations: integrationsEndpoints,
  gate: gateEndpoints,
  evidence: evidenceEndpoints,
  bundles: bundlesEndpoints,
  billing: billingEndpoints,
} as const satisfies Readonly<Record<string, readonly EndpointSpec[]>>;

export const endpoints = Object.values(endpointsByStack).flat();

export type Endpoints = { [E in (typeof endpoints)[number] as E['name']]: E };
