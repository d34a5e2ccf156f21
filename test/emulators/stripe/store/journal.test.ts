import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataFolderJournal } from '@scangate/emulator-stripe/store/journal';
import { openWorkbench, type Workbench } from '#test/emulators/aws/workbench.ts';
import { customerWith, monthly, openTillBench } from '../workbench.ts';

let bench: Workbench;
beforeEach(async () => void (bench = await openWorkbench()));
afterEach(() => bench.close());

test('everything is the same after a restart: objects, keys, what is planned, what is undelivered', async () => {
  const deliver = () => 500;
  const before = await openTillBench({ journal: dataFolderJournal(bench.folder), deliver });
  const { id: price } = await monthly(before.client, 1000);
  const { id: customer } = await customerWith(before);
  const order = { customer, items: [{ price }] };
  const { id } = await before.client.subscriptions.create(order, { idempotencyKey: 'kept' });
  await before.stripe.idle();
  const state = JSON.stringify(before.stripe.control.state());
  await before.close();
  expect(statSync(`${bench.folder.path}/stripe.jsonl`).mode & 0o777).toBe(0o600);
  // As a crash in the middle of writing leaves it.
  appendFileSync(`${bench.folder.path}/stripe.jsonl`, '[{"type":"customer","id":"cus_torn"');

  const after = await openTillBench({ journal: dataFolderJournal(bench.folder) });
  after.stripe.resume();
  expect(JSON.stringify(after.stripe.control.state())).toBe(state);
  expect((await after.client.subscriptions.create(order, { idempotencyKey: 'kept' })).id).toBe(id);
  await after.pass(300);
  expect(after.told()).toEqual(expect.arrayContaining(['customer.subscription.created', 'invoice.paid']));
  await after.to('2026-04-10T13:00:00Z');
  const invoices = await after.client.invoices.list({ subscription: id, status: 'paid' });
  expect(invoices.data).toHaveLength(2);
  await after.close();
  expect(statSync(`${bench.folder.path}/stripe.jsonl`).mode & 0o777).toBe(0o600);
});

test('a damaged journal is told, and not written over', async () => {
  const till = await openTillBench({ journal: dataFolderJournal(bench.folder) });
  await customerWith(till);
  await till.close();
  const path = `${bench.folder.path}/stripe.jsonl`;
  const whole = readFileSync(path, 'utf8');
  appendFileSync(path, 'what is this\n');
  expect(() => dataFolderJournal(bench.folder).load()).toThrow('is damaged (stripe.jsonl)');
  expect(readFileSync(path, 'utf8')).toBe(`${whole}what is this\n`);
});
