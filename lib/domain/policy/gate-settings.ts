import { actorOf, auditEvent, diffFields, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { canonicalJson } from '@scangate/engines/model/digest';
import { requireCapability, type Capability } from '../plans/plans.ts';
import { Problem } from '../problem.ts';
import type { Instant, Organization } from '../records.ts';
import type { PlanName } from '../identity/roles.ts';
import type { GatePolicy, LicensePolicy } from '@scangate/engines/model/policy';
import type { Threshold } from '@scangate/engines/model/severity';

export interface GateChange {
  apiGateSeverityThreshold?: Threshold | undefined;
  unknownSeverityAs?: Threshold | undefined;
  licensePolicy?: { [K in keyof LicensePolicy]?: LicensePolicy[K] | undefined } | undefined;
}

/** `prCheckSeverityThreshold` is another setting and is never read here (spec, "Wait result"). */
export const gateView = ({ policy }: Organization) => ({
  apiGateSeverityThreshold: policy.severityThreshold,
  unknownSeverityAs: policy.unknownSeverityAs,
  licensePolicy: {
    ...policy.license,
    exceptions: policy.license.exceptions ?? [],
    ignoreDevelopment: policy.license.ignoreDevelopment ?? false,
  },
});

export const gateEtag = (organization: Pick<Organization, 'policyVersion'>): string =>
  `"${organization.policyVersion}"`;

const mergeLicense = (
  license: LicensePolicy,
  change: NonNullable<GateChange['licensePolicy']> = {},
): LicensePolicy => {
  const exceptions = change.exceptions ?? license.exceptions ?? [];
  const ignoreDevelopment = change.ignoreDevelopment ?? license.ignoreDevelopment ?? false;
  return {
    denyCategories: change.denyCategories ?? license.denyCategories,
    deny: change.deny ?? license.deny,
    allow: change.allow ?? license.allow,
    ...(exceptions.length > 0 && { exceptions }),
    ...(ignoreDevelopment && { ignoreDevelopment }),
  };
};

const merge = (policy: GatePolicy, change: GateChange): GatePolicy => ({
  severityThreshold: change.apiGateSeverityThreshold ?? policy.severityThreshold,
  unknownSeverityAs: change.unknownSeverityAs ?? policy.unknownSeverityAs,
  license: mergeLicense(policy.license, change.licensePolicy),
});

/** What of a policy needs which capability to be changed (billing.md, "Policy levels"). */
const levels: readonly [Capability, (policy: GatePolicy) => unknown][] = [
  ['policy_basic', ({ severityThreshold }) => severityThreshold],
  ['policy_standard', ({ license }) => ({ ...license, exceptions: undefined })],
  ['policy_complete', ({ unknownSeverityAs, license }) => [unknownSeverityAs, license.exceptions ?? []]],
];

/**
 * Asked of what changes, not of what is: after a downgrade the stored policy is judged on as it is, so that no gate
 * opens by itself, and may be sent back whole with another threshold.
 */
const requireLevel = (plan: PlanName, before: GatePolicy, after: GatePolicy): void => {
  for (const [capability, partOf] of levels) {
    if (canonicalJson(partOf(before)) !== canonicalJson(partOf(after))) requireCapability(plan, capability);
  }
};

const moved = () => new Problem('etag_mismatch', { detail: 'The gate changed since it was read.' });

/** @throws Problem precondition_required or etag_mismatch. */
const requireEtag = (organization: Organization, ifMatch: string | undefined): void => {
  if (ifMatch === undefined) {
    throw new Problem('precondition_required', {
      detail: 'Send the ETag of GET /v1/organization/gate as If-Match.',
    });
  }
  if (ifMatch !== '*' && ifMatch !== gateEtag(organization)) throw moved();
};

/**
 * Changes the gate for scans created from now on. What changes nothing is no new version.
 * @param caller whose plan is the one in force, a parent's for its client.
 * @param ifMatch the ETag the caller read it with.
 * @throws Problem precondition_required, etag_mismatch or entitlement_denied.
 */
export const changeGate = (
  organization: Organization,
  caller: Actor & { plan: PlanName },
  change: GateChange,
  ifMatch: string | undefined,
  now: Instant,
): { organization: Organization; changes: Change<'organization' | 'auditEvent'>[] } => {
  requireEtag(organization, ifMatch);
  const { organizationId, policyVersion } = organization;
  const policy = merge(organization.policy, change);
  requireLevel(caller.plan, organization.policy, policy);
  if (canonicalJson(policy) === canonicalJson(organization.policy)) return { organization, changes: [] };
  const set = { policy, policyVersion: policyVersion + 1 };
  const changed = { ...organization, ...set };
  return {
    organization: changed,
    changes: [
      {
        change: 'update',
        record: 'organization',
        id: { organizationId },
        set,
        when: [{ field: 'policyVersion', is: 'equal', value: policyVersion }],
        onConflict: moved,
      },
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: now,
        action: 'gate.changed',
        cause: String(set.policyVersion),
        ...diffFields(gateView(organization), gateView(changed)),
      }),
    ],
  };
};
