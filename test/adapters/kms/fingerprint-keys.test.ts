import { KMSClient } from '@aws-sdk/client-kms';
import { expect, onTestFinished, test } from 'vitest';
import { kmsFingerprintKeys } from '#adapters/kms/fingerprint-keys.ts';
import { startKms } from '@scangate/emulator-aws/kms/service';
import { clientOf, openWorkbench } from '#test/emulators/aws/workbench.ts';

const arnOf = (keyId: string) => `arn:aws:kms:us-east-1:000000000000:key/${keyId}`;

test('each organization has its own key, which cannot be derived with another KMS key', async () => {
  const bench = await openWorkbench();
  const keys = ['one', 'two'].map((keyId) => ({ keyId, arn: arnOf(keyId), aliases: [], makesCodes: true }));
  const server = await startKms(keys, bench.folder, bench.context);
  const client = new KMSClient(clientOf(server.url));
  onTestFinished(async () => {
    client.destroy();
    await server.close();
    await bench.close();
  });
  const [one, again, two] = ['one', 'one', 'two'].map((keyId) => kmsFingerprintKeys(client, arnOf(keyId)));
  const first = await one?.keyOf('org-1');
  expect(Buffer.from(first ?? '', 'base64')).toHaveLength(32);
  expect(await one?.keyOf('org-1')).toBe(first);
  expect(await again?.keyOf('org-1')).toBe(first);
  expect(await one?.keyOf('org-2')).not.toBe(first);
  expect(await two?.keyOf('org-1')).not.toBe(first);
});
