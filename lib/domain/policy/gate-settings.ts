import { actorOf, auditEvent, diffFields, type Actor } from '../audit/audit-event.ts';
import { etagMismatch, requireIfMatch } from '../etag.ts';
import type { Change } from '../record-changes.ts';
import { canonicalJson } from '@scangate/engines/model/digest';
import { Problem } from '../problem.ts';
import type { Instant, Organization } from '../records.ts';
import type { PlanName } from '../plans/plan-names.ts';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { changesWaiverRules, isProposed, proposalOf, weakensWaiverRules } from './gate-proposal.ts';
import { gateEtag, policyView, type Gate } from './gate-view.ts';
import { applyGateChange, type GateChange } from './apply-gate-change.ts';
import { requirePlanForPolicy } from './require-plan-for-policy.ts';
import { policyFields, storedPolicy } from './stored-policy.ts';

/** The limit of bytes of a policy in canonical JSON, so that an audit event can hold it twice. */
export const policyLimitBytes = 65_536;

interface GateRequest {
  gate: Gate;
  /** The caller, with the plan in force, which is the parent's for a client organization. */
  caller: Actor & { plan: PlanName };
  change: GateChange;
  /** The ETag under which the caller read the gate. */
  ifMatch: string | undefined;
  now: Instant;
}

/** The gate after a request, and the changes to write. */
interface ChangedGate {
  gate: Gate;
  /** Whether the change waits for a second person. */
  isHeld: boolean;
  changes: Change<'organization' | 'policy' | 'auditEvent'>[];
}

/** @throws Problem policy_too_large */
export const requirePolicySize = (policy: GatePolicy): void => {
  const actualBytes = Buffer.byteLength(canonicalJson(policy));
  if (actualBytes <= policyLimitBytes) return;
  throw new Problem('policy_too_large', {
    detail: `The policy has ${actualBytes} bytes; the maximum is ${policyLimitBytes}.`,
    limitBytes: policyLimitBytes,
    actualBytes,
  });
};

const updateOrganization = (
  { organizationId, policyVersion }: Organization,
  set: Partial<Organization>,
  unset: ('gateProposal' & keyof Organization)[] = [],
): Change<'organization'> => ({
  change: 'update',
  record: 'organization',
  id: { organizationId },
  set: { ...set, policyVersion: policyVersion + 1 },
  ...(unset.length > 0 && { unset }),
  when: [{ field: 'policyVersion', is: 'equal', value: policyVersion }],
  onConflict: () => etagMismatch('gate'),
});

/** Holds a change that weakens the rules about waivers until a second person requests the same change. */
const propose = ({ gate, caller, now }: GateRequest, policy: GatePolicy): ChangedGate => {
  const { organization } = gate;
  const gateProposal = proposalOf(policy, caller.personId, now);
  const changed = { ...organization, gateProposal, policyVersion: organization.policyVersion + 1 };
  return {
    gate: { organization: changed, policy: gate.policy },
    isHeld: true,
    changes: [
      updateOrganization(organization, { gateProposal }),
      auditEvent({
        organizationId: organization.organizationId,
        actor: actorOf(caller),
        at: now,
        action: 'gate.proposed',
        cause: String(changed.policyVersion),
        ...diffFields(policyView(gate.policy), policyView(policy)),
      }),
    ],
  };
};

/** Puts a policy in force, and records the change. */
export const adoptPolicy = (
  { gate, caller, now }: Omit<GateRequest, 'change' | 'ifMatch'>,
  policy: GatePolicy,
  audited: Pick<Parameters<typeof auditEvent>[0], 'action' | 'before' | 'after'>,
): ChangedGate => {
  const { organizationId, policyVersion, gateProposal, ...rest } = gate.organization;
  const stored = storedPolicy(organizationId, policy, now);
  const isSettled = gateProposal !== undefined && changesWaiverRules(gate.policy, policy);
  const set = policyFields(policy);
  const organization: Organization = {
    ...rest,
    ...set,
    organizationId,
    policyVersion: policyVersion + 1,
    ...(gateProposal && !isSettled && { gateProposal }),
  };
  return {
    gate: { organization, policy },
    isHeld: false,
    changes: [
      updateOrganization(gate.organization, set, isSettled ? ['gateProposal'] : []),
      // Equal policies are one record, which an earlier change may have left.
      {
        change: 'insert',
        record: 'policy',
        item: stored,
        replaceIf: [{ field: 'createdAt', is: 'present' }],
      },
      auditEvent({
        organizationId,
        actor: actorOf(caller),
        at: now,
        cause: String(organization.policyVersion),
        ...audited,
      }),
    ],
  };
};

const apply = (request: GateRequest, policy: GatePolicy): ChangedGate =>
  adoptPolicy(request, policy, {
    action: 'gate.changed',
    ...diffFields(policyView(request.gate.policy), policyView(policy)),
  });

/**
 * Changes the gate for scans created from now on. A change that sets the same values makes no new version. A change
 * that weakens the rules about waivers waits for a second person (docs/adr/0040-waivers.md).
 * @throws Problem precondition_required, etag_mismatch, policy_too_large or entitlement_denied.
 */
export const changeGate = (request: GateRequest): ChangedGate => {
  const { gate, caller, change, ifMatch, now } = request;
  requireIfMatch(ifMatch, gateEtag(gate), 'gate');
  const policy = applyGateChange(gate.policy, change);
  requirePlanForPolicy(caller.plan, gate.policy, policy);
  requirePolicySize(policy);
  if (canonicalJson(policy) === canonicalJson(gate.policy)) return { gate, isHeld: false, changes: [] };
  if (!weakensWaiverRules(gate.policy, policy)) return apply(request, policy);
  const { gateProposal } = gate.organization;
  if (!isProposed(gateProposal, policy, now)) return propose(request, policy);
  if (gateProposal.personId === caller.personId) return { gate, isHeld: true, changes: [] };
  return apply(request, policy);
};
