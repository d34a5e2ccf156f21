import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as changeGate } from './change-gate/endpoint.ts';
import { endpoint as changeRules } from './change-rules/endpoint.ts';
import { endpoint as getGate } from './get-gate/endpoint.ts';
import { endpoint as getRules } from './get-rules/endpoint.ts';
import { endpoint as simulateGate } from './simulate-gate/endpoint.ts';
import { endpoint as simulateRules } from './simulate-rules/endpoint.ts';

/** The endpoints of the gate and of the organization's custom rules, a part of the table. */
export const gateEndpoints = [
  getGate,
  changeGate,
  simulateGate,
  getRules,
  changeRules,
  simulateRules,
] as const satisfies readonly EndpointSpec[];
