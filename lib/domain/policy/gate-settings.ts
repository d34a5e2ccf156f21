import { actorOf, auditEvent, diffFields, type Actor } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { canonicalJson } from '@scangate/engines/model/digest';
import { requireCapability, type Capability } from '../plans/plans.ts';
import { Problem } from '../problem.ts';
import type { Instant, Organization } from '../records.ts';
import type { PlanName } from '../plans/plan-names.ts';
import type { Confidence, GatePolicy, LicensePolicy, SourcePolicy } from '@scangate/engines/model/policy';
import type { Threshold } from '@scangate/engines/model/severity';
import type { SourceRule } from '@scangate/engines/model/source-problem';

export interface GateChange {
  apiGateSeverityThreshold?: Threshold | undefined;
  unknownSeverityAs?: Threshold | undefined;
  minimumConfidence?: Confidence | undefined;
  sampleSecretSeverity?: Threshold | undefined;
  licensePolicy?: { [K in keyof LicensePolicy]?: LicensePolicy[K] | undefined } | undefined;
  sourcePolicy?:
    | {
        severities?: { [K in SourceRule]?: Threshold | undefined } | undefined;
        allowedHosts?: string[] | undefined;
      }
    | undefined;
}

/** The gate settings as the API shows them. `prCheckSeverityThreshold` is a separate setting and is not read here. */
export const gateView = ({ policy }: Organization) => ({
  apiGateSeverityThreshold: policy.severityThreshold,
  unknownSeverityAs: policy.unknownSeverityAs,
  minimumConfidence: policy.minimumConfidence ?? 'high',
  sampleSecretSeverity: policy.sampleSecretSeverity ?? 'low',
  licensePolicy: {
    ...policy.license,
    exceptions: policy.license.exceptions ?? [],
    ignoreDevelopment: policy.license.ignoreDevelopment ?? false,
  },
  sourcePolicy: {
    severities: policy.sources?.severities ?? {},
    allowedHosts: policy.sources?.allowedHosts ?? [],
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

/** Severities and hosts are replaced as a whole; a policy without either has no entry for them. */
const mergeSources = (
  { severities, allowedHosts }: SourcePolicy = {},
  change: NonNullable<GateChange['sourcePolicy']> = {},
): { sources?: SourcePolicy } => {
  const changed = Object.entries(change.severities ?? severities ?? {});
  const stated = Object.fromEntries(changed.filter(([, severity]) => severity !== undefined));
  const hosts = change.allowedHosts ?? allowedHosts ?? [];
  const sources = {
    ...(Object.keys(stated).length > 0 && { severities: stated }),
    ...(hosts.length > 0 && { allowedHosts: hosts }),
  };
  return Object.keys(sources).length > 0 ? { sources } : {};
};

const merge = (policy: GatePolicy, change: GateChange): GatePolicy => {
  const minimumConfidence = change.minimumConfidence ?? policy.minimumConfidence ?? 'high';
  const sampleSecretSeverity = change.sampleSecretSeverity ?? policy.sampleSecretSeverity ?? 'low';
  return {
    severityThreshold: change.apiGateSeverityThreshold ?? policy.severityThreshold,
    unknownSeverityAs: change.unknownSeverityAs ?? policy.unknownSeverityAs,
    license: mergeLicense(policy.license, change.licensePolicy),
    ...(minimumConfidence === 'low' && { minimumConfidence }),
    ...(sampleSecretSeverity !== 'low' && { sampleSecretSeverity }),
    ...mergeSources(policy.sources, change.sourcePolicy),
  };
};

/** The capability that each part of a policy needs to be changed (docs/adr/0013-plans-and-capabilities.md). */
const levels: readonly [Capability, (policy: GatePolicy) => unknown][] = [
  [
    'policy_basic',
    ({ severityThreshold, minimumConfidence, sampleSecretSeverity }) => [
      severityThreshold,
      minimumConfidence ?? 'high',
      sampleSecretSeverity ?? 'low',
    ],
  ],
  ['policy_standard', ({ license }) => ({ ...license, exceptions: undefined })],
  [
    'policy_complete',
    ({ unknownSeverityAs, license, sources }) => [unknownSeverityAs, license.exceptions ?? [], sources ?? {}],
  ],
];

/**
 * Checks the parts that change, not the ones that are stored: after a downgrade the stored policy stays in force, so that
 * no gate opens by itself, and may be sent back whole with another threshold.
 */
const requireLevel = (plan: PlanName, before: GatePolicy, after: GatePolicy): void => {
  for (const [capability, partOf] of levels) {
    if (canonicalJson(partOf(before)) !== canonicalJson(partOf(after))) requireCapability(plan, capability);
  }
};

const etagMismatch = () => new Problem('etag_mismatch', { detail: 'The gate changed since it was read.' });

/** @throws Problem precondition_required or etag_mismatch. */
const requireEtag = (organization: Organization, ifMatch: string | undefined): void => {
  if (ifMatch === undefined) {
    throw new Problem('precondition_required', {
      detail: 'Send the ETag of GET /v1/organization/gate as If-Match.',
    });
  }
  if (ifMatch !== '*' && ifMatch !== gateEtag(organization)) throw etagMismatch();
};

/**
 * Changes the gate for scans created from now on. A change that sets the same values makes no new version.
 * @param caller has the plan in force, which is the parent's for a client organization.
 * @param ifMatch the ETag under which the caller read the gate.
 * @throws Problem precondition_required, etag_mismatch or entitlement_denied.
 */
export const changeGate = ({
  organization,
  caller,
  change,
  ifMatch,
  now,
}: {
  organization: Organization;
  caller: Actor & { plan: PlanName };
  change: GateChange;
  ifMatch: string | undefined;
  now: Instant;
}): { organization: Organization; changes: Change<'organization' | 'auditEvent'>[] } => {
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
        onConflict: etagMismatch,
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
