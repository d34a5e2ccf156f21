import { DecryptCommand, DescribeKeyCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { SendEmailCommand, SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inboxPage } from '#local/control/inbox-page.ts';
import { startKms } from '@scangate/emulator-aws/kms/service';
import { startSes } from '@scangate/emulator-aws/ses/service';
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

test('what was sealed is opened with the same context, also after a restart, by id, ARN or alias', async () => {
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

test('another context, another key and altered bytes do not open it', async () => {
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

test('the master key is readable by its owner only, and a damaged one is told', async () => {
  const path = `${bench.folder.path}/kms.key`;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const key = readFileSync(path);
  writeFileSync(path, 'short');
  expect(() => startKms(keys, bench.folder, bench.context)).toThrow('is damaged (kms.key)');
  writeFileSync(path, key);
});

const mail = (subject: string, to = ['someone@example.com']) =>
  new SendEmailCommand({
    Source: 'service@example.com',
    Destination: { ToAddresses: to, CcAddresses: ['copy@example.com'] },
    Message: {
      Subject: { Data: subject },
      Body: { Text: { Data: 'text & more' }, Html: { Data: '<b>html</b>' } },
    },
  });

test('a sent mail stands in the inbox, also after a restart, dated by the movable clock', async () => {
  const server = await startSes(bench.folder, bench.context);
  const client = new SESClient(clientOf(server.url));
  await bench.clock.advanceTo(bench.clock.now() + 86_400_000);
  expect((await client.send(mail('Hello'))).MessageId).toBeDefined();
  await server.close();
  appendFileSync(`${bench.folder.path}/mail.jsonl`, '{"torn by a cra');
  const again = await startSes(bench.folder, bench.context);
  expect(again.inbox()).toMatchObject([
    {
      to: ['someone@example.com', 'copy@example.com'],
      subject: 'Hello',
      text: 'text & more',
      html: '<b>html</b>',
    },
  ]);
  const at = Date.parse(again.inbox()[0]?.at ?? '');
  expect(Math.abs(at - bench.clock.now())).toBeLessThan(60_000);
  client.destroy();
  await again.close();
});

test('more than 50 recipients and raw mails are refused', async () => {
  const server = await startSes(bench.folder, bench.context);
  const client = new SESClient(clientOf(server.url));
  const many = Array.from({ length: 50 }, (_, index) => `a${index}@example.com`);
  await expect(client.send(mail('Many', many))).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  const raw = new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('x') } });
  await expect(client.send(raw)).rejects.toMatchObject({ name: 'InvalidAction' });
  bench.faults.inject({ service: 'ses', kind: 'error', times: 1 });
  await expect(client.send(mail('Fault'))).rejects.toMatchObject({ name: 'InternalServerError' });
  client.destroy();
  await server.close();
});

test('nothing a mail holds becomes markup on the inbox page', () => {
  const evil = '<script>alert(1)</script>"\'&';
  const page = inboxPage([{ to: [evil], from: evil, subject: evil, text: evil, html: evil, at: evil }]);
  expect(page).not.toContain('<script>');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
});
