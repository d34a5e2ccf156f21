import { listAccounts } from '#app/operator/list-accounts.ts';
import { listAccountsInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(spec, { store: wireStore }, (input: unknown, ports, { now }) =>
  listAccounts(validateBody(listAccountsInput, input), ports, now),
);
