import { refundCreditPack } from '#app/operator/refund-credit-pack.ts';
import { packRefundInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch, paymentProvider: wirePaymentProvider },
  (input: unknown, ports, { now }) =>
    refundCreditPack(validateBody(packRefundInput, input), { ...ports, log }, now),
);
