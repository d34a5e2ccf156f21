import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { lockedBucket } from '#adapters/s3/locked-bucket.ts';
import { kmsLedgerSealStore } from '#adapters/kms/ledger-seal-store.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { startKms } from '@scangate/emulator-aws/kms/service';
import { startS3 } from '@scangate/emulator-aws/s3/service';
import { localCredentials } from '@scangate/emulator-aws/s3/signature';
import { emulatedAccount } from '@scangate/emulator-aws/template/resolve-templates';
import { openDataFolder } from '@scangate/emulator-host/data-folder';
import { openFaultInjector } from '@scangate/emulator-host/fault-injector';

/** The buckets and the key of a drill. The locked bucket of seals survives the tables of both accounts. */
export interface DrillBuckets {
  s3: S3Client;
  sealStore: LedgerSealStore;
  close(): Promise<void>;
}

const seals = 'drill-seals';
const key = {
  keyId: 'ledger',
  arn: 'arn:aws:kms:us-east-1:000000000000:key/ledger',
  aliases: [],
  signs: true,
};

/** Starts them in a folder. Each deployment has a bucket of its own for objects. */
export const openBuckets = async (path: string, deployments: readonly string[]): Promise<DrillBuckets> => {
  const folder = await openDataFolder(path);
  const report = (error: unknown): void => console.error(error);
  const context = { faults: openFaultInjector(), now: () => Date.now(), report };
  const buckets = [
    ...deployments.map((name) => ({ name, expiry: [] })),
    { name: seals, expiry: [], locked: true },
  ];
  const [s3Server, kmsServer] = await Promise.all([
    startS3(buckets, context, { root: folder.within('s3') }),
    startKms([key], folder, context),
  ]);
  const { region } = emulatedAccount;
  const s3 = new S3Client({ endpoint: s3Server.url, region, credentials: localCredentials });
  const kms = new KMSClient({ endpoint: kmsServer.url, region, credentials: localCredentials });
  return {
    s3,
    sealStore: kmsLedgerSealStore({ kms, bucket: lockedBucket(s3, seals) }, key.arn),
    close: async () => {
      s3.destroy();
      kms.destroy();
      await Promise.all([s3Server.close(), kmsServer.close()]);
      await folder.release();
    },
  };
};
