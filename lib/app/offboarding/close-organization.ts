import { withMails, type BillingOutcome, type BillingState } from '@scangate/domain/accounts/billing-state';
import { actorOf } from '@scangate/domain/audit/audit-event';
import type { Caller } from '@scangate/domain/identity/caller';
import * as rules from '@scangate/domain/offboarding/close-organization';
import type { StoppedRenewal } from '@scangate/domain/offboarding/offboarding-records';
import { paidRenewals, resumeRenewals, stopRenewals } from '@scangate/domain/offboarding/stop-renewals';
import type { Notification } from '@scangate/domain/mail/notifications';
import { isOrderPending } from '@scangate/domain/payments/next-reconcile-step';
import {
  isRaising,
  paymentAccountChange,
  requestChange,
  withdrawOrders,
} from '@scangate/domain/payments/payment-account';
import { ExternalFailure, Problem, Transient } from '@scangate/domain/problem';
import type { Instant, Organization, PaymentAccount } from '@scangate/domain/records';
import type { Ids } from '#ports/ids.ts';
import { errorFields } from '#ports/log.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { changeLoadedAccount } from '../billing/change-account.ts';
import { loadAccount } from '../billing/load-account.ts';
import { loadPaymentAccount } from '../payments/payment-account.ts';
import type { PaymentPorts } from '../payments/payment-ports.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { recheckOpenWaitsNow, type WaitRecheckStore } from '../scans/waiting/recheck-open-waits.ts';

export interface ClosingPorts extends PaymentPorts {
  store: PaymentPorts['store'] &
    Pick<Store<'organization' | 'endedCredentials' | 'auditEvent'>, 'get' | 'commit'> &
    WaitRecheckStore;
}

export interface ClosingRequest {
  caller: Caller;
  ids: Ids;
  now: Date;
}

const load = async ({ organizationId }: Caller, { store }: ClosingPorts): Promise<Organization> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Problem('organization_not_found');
  return organization;
};

/** The account of a client organization is its parent's, and continues. */
const hasOwnAccount = ({ organizationId, billingAccountId }: Caller): boolean =>
  organizationId === billingAccountId;

interface LoadedRenewals {
  state: BillingState;
  paymentAccount: PaymentAccount | undefined;
}

/** A change of the organization, and that of its renewals which belongs to it. */
interface RenewalChange {
  rule: (state: BillingState, cause: string, paymentAccount: PaymentAccount | undefined) => BillingOutcome;
  payment: (stored: PaymentAccount) => PaymentAccount;
  /** The changes of the organization, once the rule has decided. */
  organization: () => rules.ClosingChange[];
}

/**
 * Commits both in one transaction, so that an organization that is open renews as before, one that is closing does not, and
 * a refused or interrupted request changes nothing. It writes the payment account, as does whatever starts or is ordered at the
 * same time. Without one there is no customer yet who could pay.
 */
const commitWithRenewals = async (
  { caller, ids, now }: ClosingRequest,
  { rule, payment, organization }: RenewalChange,
  { store }: ClosingPorts,
): Promise<void> => {
  const { billingAccountId: accountId } = caller;
  const [cause, at] = [ids.uuid(), now.toISOString()];
  const loadRenewals = async (): Promise<LoadedRenewals> => ({
    paymentAccount: await loadPaymentAccount(accountId, store),
    state: await loadAccount(accountId, store),
  });
  await changeLoadedAccount<LoadedRenewals, rules.ClosingRecord | 'paymentAccount'>(
    loadRenewals,
    {
      rule: (state, { paymentAccount }) => rule(state, cause, paymentAccount),
      now: at,
      actor: actorOf(caller),
      also: (_after, { paymentAccount: stored }) => {
        const request = { changeRequestId: cause, now: at };
        const changes = stored
          ? paymentAccountChange(accountId, stored, requestChange(payment(stored), {}, request))
          : [];
        return [...organization(), ...changes];
      },
    },
    store,
  );
};

/** Brings the payment provider up to date. A failure is left to the sweep: what was requested is stored. */
const reconcileOrLater = async ({ caller, now }: ClosingRequest, ports: ClosingPorts): Promise<void> => {
  const { billingAccountId: accountId } = caller;
  try {
    await reconcilePayments(accountId, ports, now);
  } catch (error) {
    const isExpected = [Transient, Problem, ExternalFailure].some((kind) => error instanceof kind);
    if (!isExpected) throw error;
    ports.log.warn('the payment provider will be updated later', { accountId, ...errorFields(error) });
  }
};

/** Refuses to withdraw an order that is being charged. The claim of that call and the closing exclude each other by the row. */
const requireNoCall = (stored: PaymentAccount | undefined, at: Instant): void => {
  if (stored && isRaising(stored, at))
    throw new Problem('conflict', {
      detail: 'Licenses are being bought. Repeat the request; after an interruption, in ten minutes.',
    });
};

/** Tells who ordered that nothing is charged for it. */
const withdrawnMails = (stored: PaymentAccount | undefined, at: Instant): Notification[] => {
  const { licensesOrder, addonOrder } = stored ?? {};
  const withdrawn = (cause: string, facts: Notification['facts']): Notification => ({
    kind: 'purchase_withdrawn',
    cause,
    facts,
  });
  return [
    ...(isOrderPending(licensesOrder, at)
      ? [withdrawn(licensesOrder.orderId, { licenses: licensesOrder.licenses })]
      : []),
    ...(isOrderPending(addonOrder, at)
      ? [withdrawn(addonOrder.orderId, { sastAddon: addonOrder.size })]
      : []),
  ];
};

/**
 * Closes the caller's organization: it is erased after 30 days, and can be restored until then. Its renewals are stopped and
 * its orders withdrawn with it; open checkouts expire. Automatic recharges need no stop: none is claimed meanwhile.
 * @throws Problem validation_failed for another name, conflict.
 */
export const closeOrganization = async (
  request: ClosingRequest & { name: string },
  ports: ClosingPorts,
): Promise<{ organizationId: string; since: string; eraseAt: string }> => {
  const { caller, name, now } = request;
  const at = now.toISOString();
  const organization = await load(caller, ports);
  let stopped: StoppedRenewal[] = [];
  const close = () => rules.closeOrganization(caller, organization, { name, stopped, now });
  // Refusals come before anything is decided about the account.
  const changes = close();
  if (hasOwnAccount(caller)) {
    const rule: RenewalChange['rule'] = (state, cause, paymentAccount) => {
      requireNoCall(paymentAccount, at);
      stopped = paidRenewals(state.account);
      return withMails(stopRenewals(state, cause, at), withdrawnMails(paymentAccount, at));
    };
    await commitWithRenewals(request, { rule, payment: withdrawOrders, organization: close }, ports);
    await reconcileOrLater(request, ports);
  } else await commitOrThrow(ports.store, changes);
  await recheckOpenWaitsNow(caller.organizationId, ports, now);
  const { closing } = await load(caller, ports);
  if (!closing) throw new Problem('conflict', { detail: 'The organization has been restored.' });
  return {
    organizationId: organization.organizationId,
    since: closing.since,
    eraseAt: closing.eraseAt,
  };
};

/**
 * Restores the caller's organization, and its stopped renewals.
 * @throws Problem conflict.
 */
export const restoreOrganization = async (request: ClosingRequest, ports: ClosingPorts): Promise<void> => {
  const { caller, now } = request;
  const organization = await load(caller, ports);
  const changes = rules.restoreOrganization(caller, organization, now);
  if (!hasOwnAccount(caller)) return commitOrThrow(ports.store, changes);
  const { stopped = [] } = organization.closing ?? {};
  const rule: RenewalChange['rule'] = (state, cause) =>
    resumeRenewals(state, { stopped, cause }, now.toISOString());
  const payment = (stored: PaymentAccount) => stored;
  await commitWithRenewals(request, { rule, payment, organization: () => changes }, ports);
  await reconcileOrLater(request, ports);
};
