import {
  defaultMaxWaiverDays,
  defaultPrCheckThreshold,
  defaultTestFolders,
  type GatePolicy,
} from '@scangate/engines/model/gate/policy';
import { scanTypes } from '@scangate/engines/model/scan-type';
import type { Instant, Organization } from '../records.ts';
import { isOpen } from './gate-proposal.ts';

/** A policy as the API shows it, with every default. It can be sent back unchanged. */
export const policyView = (policy: GatePolicy) => ({
  apiGateSeverityThreshold: policy.severityThreshold,
  prCheckSeverityThreshold: policy.prCheckSeverityThreshold ?? defaultPrCheckThreshold,
  unknownSeverityAs: policy.unknownSeverityAs,
  minimumConfidence: policy.minimumConfidence ?? 'high',
  testFolders: { ...defaultTestFolders, ...policy.testFolders },
  licensePolicy: {
    ...policy.license,
    exceptions: policy.license.exceptions ?? [],
    ignoreDevelopment: policy.license.ignoreDevelopment ?? false,
  },
  sourcePolicy: {
    severities: policy.sources?.severities ?? {},
    allowedHosts: policy.sources?.allowedHosts ?? [],
  },
  suppressions: policy.suppressions ?? ('reviewed' as const),
  onUnassessed: policy.onUnassessed ?? {},
  requiredScanTypes: policy.requiredScanTypes ?? [...scanTypes],
  failOn: {
    knownExploited: policy.failOn?.knownExploited ?? false,
    epssAtLeast: policy.failOn?.epssAtLeast ?? null,
  },
  ignore: {
    unfixable: policy.ignore?.unfixable ?? null,
    developmentDependencies: policy.ignore?.developmentDependencies ?? false,
    unused: policy.ignore?.unused ?? false,
  },
  severity: policy.severity ?? ('highest' as const),
  maxWaiverDays: policy.maxWaiverDays ?? defaultMaxWaiverDays,
  waiverApproval: policy.waiverApproval ?? ('single' as const),
  neverWaive: policy.neverWaive ?? [],
  verifySecrets: policy.verifySecrets ?? ('off' as const),
});

/** The gate settings as the API shows them, with the proposal that waits for a second person until it expires. */
export const gateView = ({ organization: { gateProposal }, policy }: Gate, now: Instant) => ({
  ...policyView(policy),
  ...(gateProposal &&
    isOpen(gateProposal, now) && { proposal: { personId: gateProposal.personId, at: gateProposal.at } }),
});

/** An organization with its policy. */
export interface Gate {
  organization: Organization;
  policy: GatePolicy;
}

/** The ETag of the gate, which changes with every version of its policy. */
export const gateEtag = ({ organization }: { organization: Pick<Organization, 'policyVersion'> }): string =>
  `"${organization.policyVersion}"`;
