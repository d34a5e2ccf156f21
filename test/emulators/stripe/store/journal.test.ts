import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataFolderJournal } from '@scangate/emulator-stripe/store/journal';
import { openWorkbench, type Workbench } from '#test/emulators/aws/workbench.ts';
import { customerWith, monthly, openStripeWorkbench } from '../workbench.ts';

let bench: Workbench;
beforeEach(async () => void (bench = await openWorkbench()));
afterEach(() => bench.close());

test('a restart keeps objects, idempotency keys, scheduled work and undelivered webhooks', async () => {
  const deliver = () => 500;
  const before = await openStripeWorkbench({ journal: dataFolderJournal(bench.folder), deliver });
  const { id: price } = await monthly(before.client, 1000);
  const { id: customer } = await customerWith(before);
  const order = { customer, items: [{ price }] };
  const { id } = await before.client.subscriptions.create(order, { idempotencyKey: 'kept' });
  await before.stripe.idle();
  const state = JSON.stringify(before.stripe.control.state());
  await before.close();
  expect(statSync(`${bench.folder.path}/stripe.jsonl`).mode & 0o777).toBe(0o600);
  // A crash in the middle of a write leaves a partial line.
  appendFileSync(`${bench.folder.path}/stripe.jsonl`, '[{"type":"customer","id":"cus_torn"');

  const after = await openStripeWorkbench({ journal: dataFolderJournal(bench.folder) });
  after.stripe.resume();
  expect(JSON.stringify(after.stripe.control.state())).toBe(state);
  expect((await after.client.subscriptions.create(order, { idempotencyKey: 'kept' })).id).toBe(id);
  await after.pass(300);
  expect(after.eventTypes()).toEqual(
    expect.arrayContaining(['customer.subscription.created', 'invoice.paid']),
  );
  await after.to('2026-04-10T13:00:00Z');
  const invoices = await after.client.invoices.list({ subscription: id, status: 'paid' });
  expect(invoices.data).toHaveLength(2);
  await after.close();
  expect(statSync(`${bench.folder.path}/stripe.jsonl`).mode & 0o777).toBe(0o600);
});

test('a damaged journal is reported, and not overwritten', async () => {
  const stripe = await openStripeWorkbench({ journal: dataFolderJournal(bench.folder) });
  await customerWith(stripe);
  await stripe.close();
  const path = `${bench.folder.path}/stripe.jsonl`;
  const whole = readFileSync(path, 'utf8');
  appendFileSync(path, 'what is this\n');
  expect(() => dataFolderJournal(bench.folder).load()).toThrow('is damaged (stripe.jsonl)');
  expect(readFileSync(path, 'utf8')).toBe(`${whole}what is this\n`);
});
