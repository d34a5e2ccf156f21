import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoint as getGate } from './get-gate/endpoint.ts';
import { endpoint as changeGate } from './change-gate/endpoint.ts';
import { endpoint as simulateGate } from './simulate-gate/endpoint.ts';
import { endpoint as getRules } from './get-rules/endpoint.ts';
import { endpoint as changeRules } from './change-rules/endpoint.ts';
import { endpoint as simulateRules } from './simulate-rules/endpoint.ts';
import { endpoint as createWaiver } from './create-waiver/endpoint.ts';
import { endpoint as listWaivers } from './list-waivers/endpoint.ts';
import { endpoint as withdrawWaiver } from './withdraw-waiver/endpoint.ts';
import { endpoint as approveWaiver } from './approve-waiver/endpoint.ts';
import { endpoint as rejectWaiver } from './reject-waiver/endpoint.ts';
import { endpoint as renewWaiver } from './renew-waiver/endpoint.ts';
import { endpoint as importVex } from './import-vex/endpoint.ts';
import { endpoint as listTrackedFindings } from './list-tracked-findings/endpoint.ts';
import { endpoint as getTrackedFinding } from './get-tracked-finding/endpoint.ts';
import { endpoint as changeTrackedFinding } from './change-tracked-finding/endpoint.ts';
import { endpoint as actOnFindings } from './act-on-findings/endpoint.ts';
import { endpoint as getTrends } from './get-trends/endpoint.ts';
import { endpoint as getOverview } from './get-overview/endpoint.ts';
import { endpoint as findComponents } from './find-components/endpoint.ts';
import { endpoint as listAuditEvents } from './list-audit-events/endpoint.ts';

/** The endpoints of policies, waivers, tracked findings and the audit log. */
export const gateEndpoints = [
  getGate,
  changeGate,
  simulateGate,
  getRules,
  changeRules,
  simulateRules,
  createWaiver,
  listWaivers,
  withdrawWaiver,
  approveWaiver,
  rejectWaiver,
  renewWaiver,
  importVex,
  listTrackedFindings,
  getTrackedFinding,
  changeTrackedFinding,
  actOnFindings,
  getTrends,
  getOverview,
  findComponents,
  listAuditEvents,
] as const satisfies readonly EndpointSpec[];
