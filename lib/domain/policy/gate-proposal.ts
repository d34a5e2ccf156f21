import { digestOf } from '@scangate/engines/model/digest';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { addMs, dayMs } from '../instant.ts';
import type { GateProposal, Instant } from '../records.ts';

/** A proposal that was not confirmed expires after a week. */
const validForMs = 7 * dayMs;

/** The rules about waivers, which nobody can weaken alone. */
const guardedPart = ({ waiverApproval = 'single', neverWaive = [] }: GatePolicy) => ({
  waiverApproval,
  neverWaive,
});

const guardDigest = (policy: GatePolicy): string => digestOf(guardedPart(policy));

/** Returns whether a change lets people waive findings that they could not waive before, or waive them alone. */
export const weakensWaiverRules = (before: GatePolicy, after: GatePolicy): boolean => {
  const [old, current] = [guardedPart(before), guardedPart(after)];
  return (
    (old.waiverApproval === 'four_eyes' && current.waiverApproval === 'single') ||
    old.neverWaive.some((rule) => !current.neverWaive.includes(rule))
  );
};

/** Returns whether a change of the policy affects the rules about waivers. */
export const changesWaiverRules = (before: GatePolicy, after: GatePolicy): boolean =>
  guardDigest(before) !== guardDigest(after);

/** The proposal of a policy that a second person has to confirm. */
export const proposalOf = (policy: GatePolicy, personId: string, at: Instant): GateProposal => ({
  digest: guardDigest(policy),
  personId,
  at,
});

/** Whether a proposal still waits for a second person. */
export const isOpen = ({ at }: Pick<GateProposal, 'at'>, now: Instant): boolean =>
  now < addMs(at, validForMs);

/** Returns whether the stored proposal is still valid and is for the same rules. */
export const isProposed = (
  proposal: GateProposal | undefined,
  policy: GatePolicy,
  now: Instant,
): proposal is GateProposal =>
  proposal !== undefined && proposal.digest === guardDigest(policy) && isOpen(proposal, now);
