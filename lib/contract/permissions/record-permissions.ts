import type { Erasers } from '#ports/offboarding/eraser.ts';
import type { OrganizationRows } from '#ports/offboarding/organization-rows.ts';
import type { Signer, VerificationKeys } from '#ports/signer.ts';
import type { LedgerSealStore, LockedBucket } from '#ports/evidence/ledger-seal-store.ts';
import {
  type LedgerRecord,
  type TokensRecord,
  type CoreRecord,
  type PermissionTable,
  port,
  storePart,
  blobPort,
  reading,
  writing,
  objectReading,
  objectWriting,
  objectRemoving,
} from './permission.ts';

/** Records and objects. */
export const recordPermissions = {
  core: {
    read: {
      port: storePart<CoreRecord>(),
      environment: ['CORE_TABLE'],
      grant: [{ actions: reading, resource: 'coreTable' }],
    },
    write: {
      port: storePart<CoreRecord, CoreRecord>(),
      environment: ['CORE_TABLE'],
      grant: [{ actions: writing, resource: 'coreTable' }],
    },
  },
  ledger: {
    read: {
      port: storePart<LedgerRecord>(),
      environment: ['LEDGER_TABLE'],
      grant: [{ actions: reading, resource: 'ledgerTable' }],
    },
    append: {
      port: storePart<LedgerRecord, 'ledgerEntry'>(),
      environment: ['LEDGER_TABLE'],
      grant: [
        { actions: reading, resource: 'ledgerTable' },
        { actions: ['dynamodb:PutItem'], resource: 'ledgerEntries' },
      ],
    },
    seal: {
      port: storePart<LedgerRecord, LedgerRecord>(),
      environment: ['LEDGER_TABLE'],
      grant: [
        { actions: reading, resource: 'ledgerTable' },
        { actions: ['dynamodb:PutItem'], resource: 'ledgerEntries' },
        { actions: ['dynamodb:PutItem'], resource: 'ledgerSealRows' },
      ],
    },
  },
  ledgerSeals: {
    sign: {
      port: port<{ sealStore: LedgerSealStore }>(),
      environment: ['LEDGER_KEY_ID', 'LEDGER_SEALS_BUCKET'],
      grant: [
        { actions: ['kms:Sign', 'kms:Verify'], resource: 'ledgerKey' },
        { actions: ['s3:GetObject', 's3:PutObject'], resource: 'ledgerSeals' },
        { actions: ['s3:ListBucket'], resource: 'ledgerSealsListing' },
      ],
    },
  },
  forgottenPeople: {
    keep: {
      port: port<{ lockedBucket: Pick<LockedBucket, 'keep'> }>(),
      environment: ['LEDGER_SEALS_BUCKET'],
      grant: [{ actions: ['s3:PutObject'], resource: 'forgottenPeople' }],
    },
  },
  signing: {
    sign: {
      port: port<{ signer: Signer }>(),
      environment: ['SIGNING_KEY_ID'],
      grant: [
        { actions: ['kms:Sign'], resource: 'signingKey' },
        // The key id is the thumbprint of the public key.
        { actions: ['kms:GetPublicKey'], resource: 'verificationKeys' },
      ],
    },
  },
  verificationKeys: {
    read: {
      port: port<{ verificationKeys: VerificationKeys }>(),
      environment: ['VERIFICATION_KEYS'],
      grant: [{ actions: ['kms:GetPublicKey'], resource: 'verificationKeys' }],
    },
  },
  tokens: {
    read: {
      port: storePart<TokensRecord>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: reading, resource: 'tokensTable' }],
    },
    write: {
      port: storePart<TokensRecord, TokensRecord>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: writing, resource: 'tokensTable' }],
    },
  },
  invitationLinks: {
    write: {
      port: storePart<never, 'invitationSecret'>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: ['dynamodb:PutItem'], resource: 'invitationRows' }],
    },
  },
  packLinks: {
    write: {
      port: storePart<never, 'linkSecret'>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: ['dynamodb:PutItem'], resource: 'linkRows' }],
    },
    revoke: {
      port: storePart<never, 'linkSecret'>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: ['dynamodb:UpdateItem'], resource: 'linkRows' }],
    },
    open: {
      port: storePart<'linkSecret'>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: ['dynamodb:GetItem'], resource: 'linkRows' }],
    },
  },
  deviceLogins: {
    start: {
      port: storePart<never, 'deviceLogin' | 'deviceUserCode'>(),
      environment: ['TOKENS_TABLE'],
      grant: [{ actions: ['dynamodb:PutItem'], resource: 'deviceRows' }],
    },
  },
  organizationRows: {
    port: port<{ rows: OrganizationRows }>(),
    environment: ['CORE_TABLE'],
    grant: [{ actions: ['dynamodb:Query'], resource: 'coreTable' }],
  },
  // A function names the areas in its needs; their prefixes limit these grants.
  blobs: {
    read: { port: blobPort<'read'>(), environment: ['DATA_BUCKET'], grant: objectReading() },
    write: { port: blobPort<'write'>(), environment: ['DATA_BUCKET'], grant: [objectWriting()] },
    stream: { port: blobPort<'stream'>(), environment: ['DATA_BUCKET'], grant: [objectWriting()] },
    presign: { port: blobPort<'presign'>(), environment: ['DATA_BUCKET'], grant: [objectWriting()] },
    remove: { port: blobPort<'remove'>(), environment: ['DATA_BUCKET'], grant: [objectRemoving()] },
    list: {
      port: blobPort<'list'>(),
      environment: ['DATA_BUCKET'],
      grant: [{ actions: ['s3:ListBucket'], resource: 'bucketListing' }],
    },
    link: { port: blobPort<'link'>(), environment: ['DATA_BUCKET'], grant: objectReading() },
  },
  eraser: {
    port: port<{ erasers: Erasers }>(),
    environment: ['ERASER_ROLE_ARN', 'CORE_TABLE', 'TOKENS_TABLE', 'DATA_BUCKET'],
    grant: [{ actions: ['sts:AssumeRole', 'sts:TagSession'], resource: 'eraserRole' }],
  },
} as const satisfies Partial<PermissionTable>;
