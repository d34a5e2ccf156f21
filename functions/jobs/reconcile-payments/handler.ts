import { reconcileDueAccounts } from '#app/payments/reconcile-due-accounts.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch, paymentProvider: wirePaymentProvider },
  (_event: unknown, ports, context) => reconcileDueAccounts({ ...ports, log }, context),
);
