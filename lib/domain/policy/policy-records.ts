import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { Instant } from '../records.ts';

/** A change that weakens the rules about waivers. It takes effect when a second person requests the same. */
export interface GateProposal {
  /** The digest of the change. */
  digest: string;
  personId: string;
  at: Instant;
}

/** A gate policy under its digest. It is written once, and every scan that it judges refers to it. */
export interface StoredPolicy {
  organizationId: string;
  digest: string;
  policy: GatePolicy;
  createdAt: Instant;
}

/** The rules of an organization under the digest by which a policy refers to them. It is written once. */
export interface StoredRules {
  organizationId: string;
  digest: string;
  rules: CustomRule[];
  createdAt: Instant;
}

/** The records that make up a policy. */
export interface PolicyRecords {
  policy: StoredPolicy;
  ruleSet: StoredRules;
}
