import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as listTrustRules } from './list-trust-rules/endpoint.ts';
import { endpoint as getTrustRule } from './get-trust-rule/endpoint.ts';
import { endpoint as createTrustRule } from './create-trust-rule/endpoint.ts';
import { endpoint as changeTrustRule } from './change-trust-rule/endpoint.ts';
import { endpoint as removeTrustRule } from './remove-trust-rule/endpoint.ts';
import { endpoint as testTrust } from './test-trust/endpoint.ts';
import { endpoint as exchangeToken } from './exchange-token/endpoint.ts';
import { endpoint as startDeviceLogin } from './start-device-login/endpoint.ts';
import { endpoint as grantDeviceToken } from './grant-device-token/endpoint.ts';
import { endpoint as decideDeviceLogin } from './decide-device-login/endpoint.ts';

/** The endpoints of the trust in CI services, and of signing in on devices. */
export const trustEndpoints = [
  listTrustRules,
  getTrustRule,
  createTrustRule,
  changeTrustRule,
  removeTrustRule,
  testTrust,
  exchangeToken,
  startDeviceLogin,
  grantDeviceToken,
  decideDeviceLogin,
] as const satisfies readonly EndpointSpec[];
