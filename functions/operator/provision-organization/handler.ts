import { provisionOrganization } from '#app/operator/provision-organization.ts';
import { provisionInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { task } from '#runtime/task.ts';
import { wireMailOutbox } from '#runtime/wire/mailer.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, outbox: wireMailOutbox, publicAddress: wirePublicAddress },
  (input: unknown, ports, { now, ids }) =>
    provisionOrganization(validateBody(provisionInput, input), { ...ports, ids }, now),
);
