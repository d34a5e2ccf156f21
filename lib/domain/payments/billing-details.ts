import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import { etagMismatch } from '../etag.ts';
import { addMs } from '../instant.ts';
import type { Instant, PaymentAccount } from '../records.ts';
import { queueReconcile, requestMs } from './payment-account.ts';

/** The buyer as invoices show them, and the address to which invoices are sent. */
export interface BillingDetails {
  name: string;
  email: string;
  address?: {
    line1: string;
    line2?: string;
    city?: string;
    postalCode?: string;
    state?: string;
    /** ISO 3166-1 alpha-2. */
    country: string;
  };
  /** The type is the payment provider's, like `eu_vat`. */
  taxId?: { type: string; value: string };
  /** The purchase order that invoices name. */
  poNumber?: string;
}

/** Details that the payment provider does not have yet. */
export interface DetailsChange {
  /** Names the change; the provider's idempotency keys are made from it. */
  changeId: string;
  /** The details that are restored when the provider refuses the new ones. */
  former?: BillingDetails;
}

/** The ETag covers the content: the version of the record changes with payments as well. */
export const detailsEtag = (details: BillingDetails): string =>
  `"${sha256(canonicalJson(details)).slice(0, 32)}"`;

/** @throws Problem etag_mismatch for a caller who names an outdated version; `*` matches any. */
export const requireDetails = (ifMatch: string | undefined, stored: BillingDetails | undefined): void => {
  if (ifMatch === undefined || (stored && (ifMatch === '*' || ifMatch === detailsEtag(stored)))) return;
  throw etagMismatch('billing details');
};

/** Stores the details, which the same process then sends to the provider. */
export const requestDetails = (
  stored: PaymentAccount,
  { details, changeId }: { details: BillingDetails; changeId: string },
  now: Instant,
): PaymentAccount => {
  const { detailsChange, billingDetails } = stored;
  // Details that were not sent yet were never in force.
  const former = detailsChange ? detailsChange.former : billingDetails;
  return queueReconcile(
    { ...stored, billingDetails: details, detailsChange: { changeId, ...(former && { former }) } },
    addMs(now, requestMs),
  );
};

/** Records that the details were sent, unless they changed meanwhile. */
export const withDetailsHandedOver = (stored: PaymentAccount, changeId: string): PaymentAccount => {
  const { detailsChange, ...rest } = stored;
  return detailsChange?.changeId === changeId ? rest : stored;
};

/** Restores the former details, which are sent once more, because the refused call may have changed some. */
export const withoutRefusedDetails = (stored: PaymentAccount, changeId: string): PaymentAccount => {
  const { detailsChange, billingDetails: _refused, ...rest } = stored;
  if (detailsChange?.changeId !== changeId) return stored;
  const { former } = detailsChange;
  return former ? { ...rest, billingDetails: former, detailsChange: { changeId: `${changeId}:undo` } } : rest;
};

/** The names of the details that differ. */
export const changedDetails = (before: BillingDetails | undefined, after: BillingDetails): string[] =>
  (['name', 'email', 'address', 'taxId', 'poNumber'] as const).filter(
    (field) => JSON.stringify(before?.[field]) !== JSON.stringify(after[field]),
  );
