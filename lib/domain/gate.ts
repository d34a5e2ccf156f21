import type { Change } from './change.ts';
import { requireCapability } from './plans.ts';
import { Problem } from './problem.ts';
import type { Organization } from './records.ts';
import type { PlanName } from './roles.ts';
import type { GatePolicy, LicensePolicy } from './scans/policy.ts';
import type { Threshold } from './scans/severity.ts';

export interface GateChange {
  apiGateSeverityThreshold?: Threshold | undefined;
  unknownSeverityAs?: Threshold | undefined;
  licensePolicy?: { [K in keyof LicensePolicy]?: LicensePolicy[K] | undefined } | undefined;
}

/** `prCheckSeverityThreshold` is another setting and is never read here (spec, "Wait result"). */
export const gateView = ({ policy }: Organization) => ({
  apiGateSeverityThreshold: policy.severityThreshold,
  unknownSeverityAs: policy.unknownSeverityAs,
  licensePolicy: policy.license,
});

export const gateEtag = (organization: Pick<Organization, 'policyVersion'>): string =>
  `"${organization.policyVersion}"`;

const merge = (policy: GatePolicy, change: GateChange): GatePolicy => ({
  severityThreshold: change.apiGateSeverityThreshold ?? policy.severityThreshold,
  unknownSeverityAs: change.unknownSeverityAs ?? policy.unknownSeverityAs,
  license: {
    denyCategories: change.licensePolicy?.denyCategories ?? policy.license.denyCategories,
    deny: change.licensePolicy?.deny ?? policy.license.deny,
    allow: change.licensePolicy?.allow ?? policy.license.allow,
  },
});

/** basic: the threshold; standard: licence lists too; complete: everything (billing.md, "Policy levels"). */
const requireLevel = (plan: PlanName, change: GateChange): void => {
  if (change.licensePolicy) requireCapability(plan, 'policy_standard');
  if (change.unknownSeverityAs !== undefined) requireCapability(plan, 'policy_complete');
};

/**
 * Changes the gate for scans created from now on.
 * @param plan the one in force, a parent's for its client.
 * @param ifMatch the ETag the caller read it with. @throws Problem precondition_required or etag_mismatch.
 */
export const changeGate = (
  organization: Organization,
  plan: PlanName,
  change: GateChange,
  ifMatch: string | undefined,
): { organization: Organization; changes: Change<'organization'>[] } => {
  const moved = () => new Problem('etag_mismatch', { detail: 'The gate changed since it was read.' });
  if (ifMatch === undefined) {
    throw new Problem('precondition_required', {
      detail: 'Send the ETag of GET /v1/organization/gate as If-Match.',
    });
  }
  if (ifMatch !== '*' && ifMatch !== gateEtag(organization)) throw moved();
  requireLevel(plan, change);
  const policy = merge(organization.policy, change);
  const { organizationId, policyVersion } = organization;
  const set = { policy, policyVersion: policyVersion + 1 };
  return {
    organization: { ...organization, ...set },
    changes: [
      {
        change: 'update',
        record: 'organization',
        id: { organizationId },
        set,
        when: [{ field: 'policyVersion', is: 'equal', value: policyVersion }],
        refused: moved,
      },
    ],
  };
};
