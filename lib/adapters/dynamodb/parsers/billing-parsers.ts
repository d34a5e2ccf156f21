import { mailKinds } from '@scangate/domain/accounts/account-records';
import type { Records } from '@scangate/domain/record-changes';
import { packNames } from '@scangate/domain/credits/credit-packs';
import { planNames } from '@scangate/domain/plans/plan-names';
import type { BillingDetails, DetailsChange } from '@scangate/domain/payments/billing-details';
import type {
  Account,
  ClientBudget,
  Interval,
  Invoice,
  LedgerEntry,
  PackRefund,
  PaymentAccount,
  Recharge,
  RechargeAttempt,
  RechargeSettings,
  RefusedOrder,
  Subscription,
  UnpaidInvoice,
} from '@scangate/domain/records';
import { pool, queued, sourceTrigger } from './field-parsers.ts';
import { poolRecordFields } from './pool-parsers.ts';
import {
  flag,
  isTrue,
  keyIn,
  listOf,
  mapOf,
  number,
  objectOf,
  oneOf,
  optional,
  text,
  type FieldParsers,
} from './parse-value.ts';

type Addon = NonNullable<Account['sastAddon']>;

const pack = oneOf(packNames);
const addonSize = keyIn<Addon['size']>({ starter: true, team: true });

const subscription: FieldParsers<Subscription> = {
  plan: oneOf(planNames),
  interval: keyIn<Interval>({ month: true, year: true }),
  licenses: optional(number),
};

const rechargeSettings = objectOf<RechargeSettings>({
  enabled: flag,
  threshold: number,
  pack,
  monthlyCap: number,
  version: number,
});

const budget = objectOf<NonNullable<ClientBudget['core']>>({
  soft: optional(number),
  hard: optional(number),
});

const billingDetails = objectOf<BillingDetails>({
  name: text,
  email: text,
  address: optional(
    objectOf<NonNullable<BillingDetails['address']>>({
      line1: text,
      line2: optional(text),
      city: optional(text),
      postalCode: optional(text),
      state: optional(text),
      country: text,
    }),
  ),
  taxId: optional(objectOf<NonNullable<BillingDetails['taxId']>>({ type: text, value: text })),
  poNumber: optional(text),
});

const checkout = objectOf<NonNullable<PaymentAccount['checkout']>>({
  orderId: text,
  order: objectOf<Subscription>(subscription),
  at: text,
  promotionId: optional(text),
  sessionId: optional(text),
});

const rechargeAttempt = objectOf<RechargeAttempt>({
  attemptId: text,
  pack,
  at: text,
  settingsVersion: number,
  periodStartAt: text,
  paymentMethodId: text,
  invoiceId: optional(text),
});

type BillingRecord =
  | 'account'
  | 'pool'
  | 'poolLease'
  | 'license'
  | 'licenseMonth'
  | 'clientUsage'
  | 'invoice'
  | 'paymentAccount'
  | 'recharge'
  | 'mail'
  | 'ledgerEntry'
  | 'ledgerSeal'
  | 'jobPosition';

/** Parsers of the records of billing accounts. */
export const billingRecordFields: { [R in BillingRecord]: FieldParsers<Records[R]> } = {
  account: {
    ...subscription,
    accountId: text,
    renewedBy: keyIn<Account['renewedBy']>({ schedule: true, invoice: true }),
    paidUntilAt: optional(text),
    yearlyAnchorAt: optional(text),
    endsAt: optional(text),
    pending: optional(objectOf<NonNullable<Account['pending']>>({ ...subscription, effectiveAt: text })),
    agreedCredits: optional(
      objectOf<NonNullable<Account['agreedCredits']>>({ core: optional(number), sast: optional(number) }),
    ),
    sastAddon: optional(
      objectOf<Addon>({ size: addonSize, cancelsAt: optional(text), paidUntilAt: optional(text) }),
    ),
    unpaidInvoices: listOf(
      objectOf<UnpaidInvoice>({ invoiceId: text, failedAt: text, failingSince: optional(text) }),
    ),
    retentionDays: number,
    retentionChosen: optional(isTrue),
    autoRecharge: objectOf<Account['autoRecharge']>({
      core: optional(rechargeSettings),
      sast: optional(rechargeSettings),
    }),
    clientBudgets: optional(
      mapOf<ClientBudget>(objectOf<ClientBudget>({ core: optional(budget), sast: optional(budget) })),
    ),
    version: number,
    createdAt: text,
  },
  ...poolRecordFields,
  license: {
    accountId: text,
    month: text,
    personId: text,
    organizationId: text,
    claimedAt: text,
    scanId: optional(text),
  },
  licenseMonth: { accountId: text, month: text, used: number },
  clientUsage: {
    accountId: text,
    organizationId: text,
    month: text,
    core: number,
    sast: number,
    notified: optional(listOf(pool)),
  },
  invoice: {
    accountId: text,
    invoiceId: text,
    number: text,
    status: keyIn<Invoice['status']>({ open: true, paid: true, void: true, uncollectible: true }),
    amountDue: number,
    amountPaid: number,
    currency: text,
    createdAt: text,
    hostedUrl: optional(text),
    pdfUrl: optional(text),
  },
  paymentAccount: {
    accountId: text,
    customerId: optional(text),
    subscriptionId: optional(text),
    addonSubscriptionId: optional(text),
    checkout: optional(checkout),
    packCheckouts: optional(listOf(text)),
    billingDetails: optional(billingDetails),
    detailsChange: optional(objectOf<DetailsChange>({ changeId: text, former: optional(billingDetails) })),
    endingAddons: optional(listOf(text)),
    returns: optional(listOf(text)),
    raising: optional(
      objectOf<NonNullable<PaymentAccount['raising']>>({ key: text, quantity: number, until: text }),
    ),
    packRefunds: optional(
      listOf(
        objectOf<PackRefund>({
          refundId: text,
          payment: text,
          pool,
          credits: number,
          chargeId: text,
          amount: number,
        }),
      ),
    ),
    licensesOrder: optional(
      objectOf<NonNullable<PaymentAccount['licensesOrder']>>({ orderId: text, licenses: number, at: text }),
    ),
    addonOrder: optional(
      objectOf<NonNullable<PaymentAccount['addonOrder']>>({ orderId: text, size: addonSize, at: text }),
    ),
    promotionId: optional(text),
    retriedPaymentMethodId: optional(text),
    changeRequestId: text,
    changeRequestedAt: optional(text),
    refusedOrders: optional(listOf(objectOf<RefusedOrder>({ order: text, code: text, isDeclined: flag }))),
    differsSince: optional(text),
    ...queued,
    version: number,
  },
  recharge: {
    accountId: text,
    pool,
    periodStartAt: text,
    packs: number,
    attempt: optional(rechargeAttempt),
    failures: number,
    failureContext: optional(
      objectOf<NonNullable<Recharge['failureContext']>>({
        settingsVersion: number,
        periodStartAt: text,
        paymentMethodId: text,
      }),
    ),
    failingSince: optional(text),
    nextAttemptAt: optional(text),
    ownersNotified: optional(isTrue),
    ...queued,
    version: number,
  },
  mail: {
    accountId: text,
    mailId: text,
    kind: oneOf(mailKinds),
    facts: mapOf<string | number>((value) => (typeof value === 'number' ? value : text(value))),
    createdAt: text,
    attempts: number,
    ...queued,
    sentAt: optional(text),
  },
  ledgerEntry: {
    accountId: text,
    pool,
    cause: text,
    at: text,
    kind: keyIn<LedgerEntry['kind']>({ consume: true, grant: true, expire: true, adjust: true }),
    amount: number,
    source: optional(text),
    motif: optional(text),
    scanId: optional(text),
    projectUnitId: optional(text),
    sourceTrigger: optional(sourceTrigger),
    invoiceId: optional(text),
    organizationId: optional(text),
    personId: optional(text),
    epoch: optional(number),
  },
  ledgerSeal: {
    accountId: text,
    pool,
    number,
    throughAt: text,
    throughCause: text,
    balance: number,
    previousHash: text,
    hashes: text,
    sealedAt: text,
    isUnproven: optional(flag),
  },
  jobPosition: {
    job: text,
    shard: text,
    day: text,
    cursor: optional(text),
    failed: optional(listOf(mapOf(text))),
  },
};
