import { eraseOrganization } from '#app/offboarding/erase-organization.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireErasers } from '#runtime/wire/erasers.ts';
import { wireMailer } from '#runtime/wire/mailer.ts';
import { wirePaymentProvider } from '#runtime/wire/payments.ts';
import { wireLedgerSealStore } from '#runtime/wire/keys/ledger-seal-store.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    blobs: wireBlobReader,
    erasers: wireErasers,
    paymentProvider: wirePaymentProvider,
    sealStore: wireLedgerSealStore,
    mailer: wireMailer,
  },
  (input: { organizationId: string }, ports, context) => eraseOrganization(input, { ...ports, log }, context),
);
