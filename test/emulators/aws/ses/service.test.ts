import { SendEmailCommand, SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses';
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSes } from '@scangate/emulator-aws/ses/service';
import { clientOf, openWorkbench, type Workbench } from '../workbench.ts';

let bench: Workbench;
beforeAll(async () => void (bench = await openWorkbench()));
afterAll(() => bench.close());

const mail = (subject: string, to = ['someone@example.com']) =>
  new SendEmailCommand({
    Source: 'service@example.com',
    Destination: { ToAddresses: to, CcAddresses: ['copy@example.com'] },
    Message: {
      Subject: { Data: subject },
      Body: { Text: { Data: 'text & more' }, Html: { Data: '<b>html</b>' } },
    },
  });

test('a sent mail is in the inbox, even after a restart, dated by the emulated clock', async () => {
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
