import { KMSClient } from '@aws-sdk/client-kms';
import { kmsLedgerSealStore } from '#adapters/kms/ledger-seal-store.ts';
import { wireLockedBucket } from '#runtime/wire/keys/locked-bucket.ts';
import { env } from '#runtime/env.ts';

export const wireLedgerSealStore = () =>
  kmsLedgerSealStore({ kms: new KMSClient(), bucket: wireLockedBucket() }, env('LEDGER_KEY_ID'));
