import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { kmsLedgerSealStore } from '#adapters/kms/ledger-seal-store.ts';
import { env } from '#runtime/env.ts';

/** A locked bucket accepts only objects with a checksum, which the client adds by default. */
export const wireLedgerSealStore = () =>
  kmsLedgerSealStore(
    { kms: new KMSClient(), s3: new S3Client() },
    { keyId: env('LEDGER_KEY_ID'), bucket: env('LEDGER_SEALS_BUCKET') },
  );
