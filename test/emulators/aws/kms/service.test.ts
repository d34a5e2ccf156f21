import { DecryptCommand, DescribeKeyCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startKms } from '@scangate/emulator-aws/kms/service';
import { clientOf, openWorkbench, type Workbench } from '../workbench.ts';

let bench: Workbench;
beforeAll(async () => void (bench = await openWorkbench()));
afterAll(() => bench.close());

const keys = [
  { keyId: 'key-1', arn: 'arn:aws:kms:us-east-1:000000000000:key/key-1', aliases: ['alias/one'] },
  { keyId: 'key-2', arn: 'arn:aws:kms:us-east-1:000000000000:key/key-2', aliases: [] },
];
const EncryptionContext = { organization: 'o1', repository: 'r1' };
const Plaintext = Buffer.from('a git credential');

const startedKms = async () => {
  const server = await startKms(keys, bench.folder, bench.context);
  const client = new KMSClient(clientOf(server.url));
  return {
    encrypt: (more = {}) =>
      client.send(new EncryptCommand({ KeyId: 'key-1', Plaintext, EncryptionContext, ...more })),
    decrypt: (CiphertextBlob: Uint8Array | undefined, more = {}) =>
      client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext, ...more })),
    describe: () => client.send(new DescribeKeyCommand({ KeyId: 'key-1' })),
    stop: async () => {
      client.destroy();
      await server.close();
    },
  };
};

test('a ciphertext is decrypted with the same context, even after a restart, by id, ARN or alias', async () => {
  const before = await startedKms();
  const { CiphertextBlob } = await before.encrypt({ KeyId: 'alias/one' });
  expect(Buffer.from(CiphertextBlob ?? []).includes(Plaintext)).toBe(false);
  await before.stop();
  const after = await startedKms();
  const turned = { repository: 'r1', organization: 'o1' };
  const opened = await after.decrypt(CiphertextBlob, { EncryptionContext: turned, KeyId: keys[0]?.arn });
  expect(Buffer.from(opened.Plaintext ?? []).equals(Plaintext)).toBe(true);
  await after.stop();
});

test('another context, another key and altered bytes do not decrypt it', async () => {
  const kms = await startedKms();
  const { CiphertextBlob = new Uint8Array() } = await kms.encrypt();
  const invalid = { name: 'InvalidCiphertextException' };
  const other = { EncryptionContext: { organization: 'o2', repository: 'r1' } };
  await expect(kms.decrypt(CiphertextBlob, other)).rejects.toMatchObject(invalid);
  await expect(kms.decrypt(CiphertextBlob, { EncryptionContext: undefined })).rejects.toMatchObject(invalid);
  const altered = Uint8Array.from(CiphertextBlob);
  altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
  await expect(kms.decrypt(altered)).rejects.toMatchObject(invalid);
  await expect(kms.decrypt(new Uint8Array([1, 2]))).rejects.toMatchObject(invalid);
  await expect(kms.decrypt(CiphertextBlob, { KeyId: 'key-2' })).rejects.toMatchObject({
    name: 'IncorrectKeyException',
  });
  await kms.stop();
});

test('more than 4096 bytes, an unknown key and other operations are refused', async () => {
  const kms = await startedKms();
  await kms.encrypt({ Plaintext: Buffer.alloc(4096) });
  await expect(kms.encrypt({ Plaintext: Buffer.alloc(4097) })).rejects.toMatchObject({
    name: 'ValidationException',
  });
  await expect(kms.encrypt({ KeyId: 'key-9' })).rejects.toMatchObject({ name: 'NotFoundException' });
  await expect(kms.describe()).rejects.toMatchObject({ name: 'UnknownOperationException' });
  await kms.stop();
});

test('the master key is readable by its owner only, and a damaged one is reported', async () => {
  const path = `${bench.folder.path}/kms.key`;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const key = readFileSync(path);
  writeFileSync(path, 'short');
  expect(() => startKms(keys, bench.folder, bench.context)).toThrow('is damaged (kms.key)');
  writeFileSync(path, key);
});
