import { sendReminders } from '#app/mail/send-reminders.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, paymentProvider: wirePaymentProvider },
  (_event: unknown, ports, context) => sendReminders({ ...ports, log }, context),
);
