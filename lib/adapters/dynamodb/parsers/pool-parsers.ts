import type { Records } from '@scangate/domain/record-changes';
import type { ExpiredPromotion, Promotion } from '@scangate/domain/records';
import { pool } from './field-parsers.ts';
import { flag, listOf, number, objectOf, optional, text, type FieldParsers } from './parse-value.ts';

/** Parsers of pools and their leases. */
export const poolRecordFields: { [R in 'pool' | 'poolLease']: FieldParsers<Records[R]> } = {
  pool: {
    accountId: text,
    pool,
    available: number,
    included: number,
    purchased: number,
    consumed: number,
    supportGranted: optional(number),
    promotions: optional(listOf(objectOf<Promotion>({ grantId: text, amount: number, expiresAt: text }))),
    expiredPromotions: optional(
      listOf(objectOf<ExpiredPromotion>({ grantId: text, amount: number, over: number, version: number })),
    ),
    promotionsVersion: optional(number),
    anchorAt: text,
    periodStartAt: text,
    periodEndAt: text,
    grantedLicenses: optional(number),
    toldLowIn: optional(text),
    accountVersion: number,
    dueQueue: text,
    dueAt: text,
    debitedAt: optional(text),
    leaseId: optional(text),
    leaseSlots: optional(number),
    leasedUntil: optional(text),
    lent: optional(number),
    epoch: optional(number),
  },
  poolLease: {
    accountId: text,
    pool,
    slot: number,
    leaseId: text,
    isOpen: flag,
    available: number,
    consumed: number,
    filled: number,
    filledAt: text,
    epoch: optional(number),
  },
};
