import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { PaymentAccount } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import type { PaymentProvider } from '#ports/payment-provider.ts';
import type { Store, StoreReader } from '#ports/store.ts';

type PaymentRecord =
  | 'account'
  | 'organization'
  | 'pool'
  | 'ledgerEntry'
  | 'auditEvent'
  | 'mail'
  | 'paymentAccount'
  | 'invoice'
  | 'recharge'
  | 'storedEvent';
export type PaymentStore = Pick<Store<PaymentRecord>, 'load' | 'commit'>;

/** The ports of the payment use cases. */
export interface PaymentPorts {
  store: PaymentStore;
  paymentProvider: PaymentProvider;
  log: Log;
}

/** The ports of purchases, which also store the response to their request. */
export interface PurchasePorts extends PaymentPorts {
  store: PaymentStore &
    Pick<StoreReader<PaymentRecord>, 'load'> &
    Pick<Store<PaymentRecord | 'idempotency'>, 'get' | 'commit'>;
}

/** An account that was just reconciled with the payment provider, with its stored records if they are known. */
export interface SyncedAccount {
  accountId: string;
  paymentAccount?: PaymentAccount;
  state?: BillingState;
}
