import { beforeEach, expect, test } from 'vitest';
import type { Invoice } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/caller';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});

const invoice = (accountId: string, number: number, more: Partial<Invoice> = {}): Invoice => ({
  accountId,
  invoiceId: `in_${number}`,
  number: `SG-${number}`,
  status: 'paid',
  amountDue: 49_900,
  amountPaid: 49_900,
  currency: 'eur',
  createdAt: `2026-0${number}-01T00:00:00.000Z`,
  ...more,
});
const mirror = (...items: Invoice[]) =>
  write(
    world.store,
    items.map((item) => ({ change: 'insert', record: 'invoice', item })),
  );
const list = async (caller: Caller, query = {}) => (await call('list-invoices', { caller, query })).body;
type Items = Record<string, unknown>[];

test('is empty before any payment', async () => {
  expect(await list(organization.as('owner'))).toEqual({ items: [] });
});

test('shows number, status, amounts and links, newest first', async () => {
  const { organizationId } = organization;
  const links = { hostedUrl: 'https://pay.example.com/i/2', pdfUrl: 'https://pay.example.com/i/2.pdf' };
  const open = { status: 'open' as const, amountPaid: 0, ...links };
  await mirror(invoice(organizationId, 1), invoice(organizationId, 2, open));
  const { accountId: _first, ...one } = invoice(organizationId, 1);
  const { accountId: _second, ...two } = invoice(organizationId, 2, open);
  for (const role of ['owner', 'admin', 'billing'] as const)
    expect(await list(organization.as(role))).toEqual({ items: [two, one] });
});

test('is paged by a cursor that continues this list only', async () => {
  const { organizationId } = organization;
  await mirror(...[1, 2, 3, 4, 5].map((number) => invoice(organizationId, number)));
  const numbers: unknown[] = [];
  let cursor: unknown;
  do {
    const page = await list(organization.as('owner'), { limit: '2', ...(cursor ? { cursor } : {}) });
    numbers.push(...(page['items'] as Items).map((item) => item['number']));
    cursor = page['nextCursor'];
  } while (cursor);
  expect(numbers).toEqual(['SG-5', 'SG-4', 'SG-3', 'SG-2', 'SG-1']);
  const { nextCursor } = await list(organization.as('owner'), { limit: '2' });
  const other = await newOrganization(world.store);
  expect(await list(other.as('owner'), { cursor: nextCursor })).toMatchObject({ code: 'invalid_cursor' });
});

test('another account is not visible, but a client organization sees that of its parent', async () => {
  const { organizationId } = organization;
  await mirror(invoice(organizationId, 1));
  const stranger = await newOrganization(world.store);
  const client = await newOrganization(world.store, { parent: organizationId });
  expect(await list(stranger.as('owner'))).toEqual({ items: [] });
  expect((await list(client.as('owner')))['items']).toMatchObject([{ number: 'SG-1' }]);
});
