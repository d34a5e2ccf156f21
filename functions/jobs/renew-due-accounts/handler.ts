import { renewDueAccounts, type RenewalInput } from '#app/billing/renew-due-accounts.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch },
  (input: RenewalInput | null, { store }, context) => renewDueAccounts(input, { store, log }, context),
);
