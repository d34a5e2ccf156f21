import type { WaiverMatch, WaiverScope } from '@scangate/engines/model/gate/waiver';
import type { Instant } from '../records.ts';

/** `replaced`: a renewal replaced it. */
export const waiverStates = ['requested', 'approved', 'rejected', 'withdrawn', 'replaced'] as const;
/** Within a week, within a day, and past it. */
export const expiryStages = ['week', 'day', 'expired'] as const;
export const waiverKinds = ['manual', 'vex'] as const;

/**
 * A waiver with its history. Only its state and the facts of a state change are ever written again; a renewal is a
 * waiver of its own (docs/adr/0040-waivers.md).
 */
export interface Waiver {
  organizationId: string;
  waiverId: string;
  /** `vex`: a statement of a VEX document. */
  kind: (typeof waiverKinds)[number];
  match: WaiverMatch;
  scope: WaiverScope;
  reason: string;
  status: (typeof waiverStates)[number];
  /** 1, and one more with each renewal. */
  version: number;
  /** The waiver that it renews. */
  renews?: string;
  /** Its slot among the waivers of the organization. */
  slot: number;
  createdAt: Instant;
  createdBy: string;
  approvedAt?: Instant;
  approvedBy?: string;
  /** When it was rejected, withdrawn or replaced. */
  endedAt?: Instant;
  endedBy?: string;
  expiresAt: Instant;
  /** Only for a waiver that can cover an advisory, until the releases that it covered are judged after its end. */
  dueQueue?: string;
  dueAt?: Instant;
}

/**
 * One of the slots for the waivers of an organization, which bound their number and are read in one range. It is
 * free from `freeAt` on.
 */
export interface WaiverSlot {
  organizationId: string;
  slot: number;
  waiverId: string;
  freeAt: Instant;
  /** The waiver as in its own record, except for its entry in the due queue. */
  waiver: Waiver;
  /** When its expiry was announced. */
  noticedAt?: Instant;
  /** The stage of its expiry that the last event reported. */
  toldStage?: (typeof expiryStages)[number];
  /** The last day on which a judgment used it; written once a day. */
  lastMatchedAt?: Instant;
}
