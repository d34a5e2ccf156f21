import { KMSClient } from '@aws-sdk/client-kms';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockedBucket } from '#adapters/s3/locked-bucket.ts';
import { kmsLedgerSealStore } from '#adapters/kms/ledger-seal-store.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { startKms } from '@scangate/emulator-aws/kms/service';
import { startS3 } from '@scangate/emulator-aws/s3/service';
import { clientOf, openWorkbench, type Workbench } from '#test/emulators/aws/workbench.ts';

const arn = 'arn:aws:kms:us-east-1:000000000000:key/seals';
let bench: Workbench;
let s3: S3Client;
let sealStore: LedgerSealStore;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  bench = await openWorkbench();
  const keys = [{ keyId: 'seals', arn, aliases: [], signs: true }];
  const kmsServer = await startKms(keys, bench.folder, bench.context);
  const buckets = [{ name: 'seals', expiry: [], locked: true }];
  const s3Server = await startS3(buckets, bench.context, { root: bench.folder.within('s3') });
  const kms = new KMSClient(clientOf(kmsServer.url));
  s3 = new S3Client(clientOf(s3Server.url));
  sealStore = kmsLedgerSealStore({ kms, bucket: lockedBucket(s3, 'seals') }, arn);
  closing.push(
    () => kms.destroy(),
    () => s3.destroy(),
    () => kmsServer.close(),
    () => s3Server.close(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
  await bench.close();
});

test('a signature verifies for the same bytes only', async () => {
  const signature = await sealStore.sign(Buffer.from('statement'));
  expect(await sealStore.verify(Buffer.from('statement'), signature)).toBe(true);
  expect(await sealStore.verify(Buffer.from('another one'), signature)).toBe(false);
  expect(await sealStore.verify(Buffer.from('statement'), Buffer.from('x').toString('base64'))).toBe(false);
});

test('the first statement stored under a name stays, whatever is written or deleted afterwards', async () => {
  const name = 'account/core/000000001.json';
  const text = async () => Buffer.from((await sealStore.read(name)) ?? []).toString();
  expect(await sealStore.read(name)).toBeUndefined();
  await sealStore.keep(name, Buffer.from('first'));
  await sealStore.keep(name, Buffer.from('second'));
  expect(await text()).toBe('first');
  const object = { Bucket: 'seals', Key: name };
  for (const command of [new PutObjectCommand({ ...object, Body: 'third' }), new DeleteObjectCommand(object)])
    await expect(s3.send(command as PutObjectCommand)).rejects.toMatchObject({ name: 'AccessDenied' });
  expect(await text()).toBe('first');
});
