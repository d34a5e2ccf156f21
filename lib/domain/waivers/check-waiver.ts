import { defaultMaxWaiverDays, type GatePolicy } from '@scangate/engines/model/gate/policy';
import { invalidField } from '../invalid-field.ts';
import type { WaiverMatch, WaiverScope } from '@scangate/engines/model/gate/waiver';
import { addMs, dayMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';

/** The request for a waiver. */
export interface WaiverRequest {
  match: WaiverMatch;
  reason: string;
  expiresAt: Instant;
  scope?: WaiverScope | undefined;
  /** Another person has to approve it, even if the caller could set it in force alone. */
  requestOnly?: true | undefined;
}

/** @throws Problem validation_failed for an expiry in the past, or later than the policy allows. */
const checkExpiry = (
  expiresAt: Instant,
  { maxWaiverDays = defaultMaxWaiverDays }: GatePolicy,
  now: Instant,
): void => {
  if (expiresAt <= now) throw invalidField('/expiresAt', 'A waiver must end in the future.', 'expired');
  if (expiresAt > addMs(now, maxWaiverDays * dayMs))
    throw invalidField('/expiresAt', `A waiver can last at most ${maxWaiverDays} days.`, 'expires_too_late');
};

/** The default end of a waiver. */
export const longestExpiry = ({ maxWaiverDays = defaultMaxWaiverDays }: GatePolicy, now: Instant): Instant =>
  addMs(now, maxWaiverDays * dayMs);

const notPermitted = (detail: string): Problem => new Problem('waiver_not_permitted', { detail });

/** Returns whether the policy lets people waive the findings of a rule. */
export const isWaivable = (rule: string, { neverWaive = [] }: GatePolicy): boolean =>
  !neverWaive.includes(rule);

/** @throws Problem waiver_not_permitted for a rule that the policy never lets people waive. */
export const requireWaivable = (rule: string, policy: GatePolicy): void => {
  if (!isWaivable(rule, policy)) throw notPermitted(`The policy does not allow a waiver of ${rule}.`);
};

const checkRule = (match: WaiverMatch, policy: GatePolicy): void => {
  if ('rule' in match) requireWaivable(match.rule, policy);
};

/**
 * Checks a requested waiver against the policy.
 * @throws Problem validation_failed or waiver_not_permitted
 */
export const checkWaiver = ({ match, expiresAt }: WaiverRequest, policy: GatePolicy, now: Instant): void => {
  checkExpiry(expiresAt, policy, now);
  checkRule(match, policy);
};

/**
 * Checks a requested waiver against the policy in force when it is approved.
 * @throws Problem waiver_not_permitted
 */
export const checkApproval = (
  { match, expiresAt }: Pick<WaiverRequest, 'match' | 'expiresAt'>,
  policy: GatePolicy,
  now: Instant,
): void => {
  checkRule(match, policy);
  if (expiresAt <= longestExpiry(policy, now)) return;
  const { maxWaiverDays = defaultMaxWaiverDays } = policy;
  throw notPermitted(`The policy allows ${maxWaiverDays} days from now; this waiver is longer.`);
};
