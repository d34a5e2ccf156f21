import { beforeEach, describe, expect, test } from 'vitest';
import { provisionOrganization } from '#app/operator/provision-organization.ts';
import { provisionInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { codeOf, provision } from '#test/support/billing/operator-actions.ts';
import { linkPorts, publicUrl } from '#test/support/invitations/link-ports.ts';
import { later, noon } from '#test/support/world.ts';

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});

const first = '11111111-1111-4111-8111-111111111111';
const second = '22222222-2222-4222-8222-222222222222';
const third = '33333333-3333-4333-8333-333333333333';
const order = { organizationId: first, name: 'Acme', plan: 'Team', ownerEmail: 'owner@example.com' };
const run = (input: object) => provision(input, store);
const codeFor = (input: object) => codeOf(() => run(input));

describe('a new organization', () => {
  test('has no member yet, the default gate, and pools filled by a ledger entry', async () => {
    await run(order);
    expect(store.all('organization')).toMatchObject([
      {
        organizationId: first,
        billingAccountId: first,
        owners: 0,
        severityThreshold: 'critical',
      },
    ]);
    expect(store.all('account')).toMatchObject([{ accountId: first, plan: 'Team', licenses: 5 }]);
    expect(store.all('member')).toEqual([]);
    expect(store.all('pool')).toMatchObject([
      {
        pool: 'core',
        available: 500,
        periodStartAt: noon.toISOString(),
        periodEndAt: '2026-04-10T12:00:00.000Z',
      },
      { pool: 'sast', available: 0 },
    ]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test('invites its first owner by mail, and its answer has no link', async () => {
    const answer = await run(order);
    const { invitationId } = answer;
    expect(answer).toEqual({ organizationId: first, invitationId, expiresAt: '2026-03-17T12:00:00.000Z' });
    expect(store.all('invitation')).toMatchObject([
      { invitationId, email: 'owner@example.com', role: 'owner', invitedBy: 'operator' },
    ]);
    expect(store.all('mail')).toMatchObject([
      { accountId: first, kind: 'invitation', facts: { invitationId } },
    ]);
    expect([store.all('invitationSecret'), store.all('token')]).toEqual([[], []]);
    expect(store.all('auditEvent').map(({ action }) => action)).toEqual([
      'invitation.created',
      'organization.created',
    ]);
  });

  test('without a mail sender its answer has the link, of which only the hash is stored', async () => {
    const { link = '' } = await provision(order, store, { sends: false });
    const [, secret = ''] = link.split('/console/invitation#');
    expect(link.startsWith(publicUrl)).toBe(true);
    expect(store.all('invitationSecret')).toMatchObject([
      { secretHash: tokenHash(secret), invitationOf: first },
    ]);
    expect(store.all('mail')).toEqual([]);
    const everything = (['invitation', 'invitationSecret', 'auditEvent'] as const).map((r) => store.all(r));
    expect(JSON.stringify(everything)).not.toContain(secret);
  });

  test('is not created while nobody can sign in', async () => {
    const nowhere = { url: async () => undefined };
    const ports = { ...linkPorts, store, outbox: { sends: false }, publicAddress: nowhere };
    const made = provisionOrganization(validateBody(provisionInput, order), ports, noon);
    await expect(made).rejects.toMatchObject({ code: 'conflict' });
    expect(store.all('organization')).toEqual([]);
  });

  test.each([
    [{ plan: 'Free' }, 100, 0],
    [{ plan: 'Starter' }, 800, 0],
    [{ plan: 'Starter', sastAddon: 'starter' }, 800, 50],
    [{ plan: 'Team', licenses: 12 }, 1_200, 0],
    [{ plan: 'Team', licenses: 12, sastAddon: 'team' }, 1_200, 600],
    [{ plan: 'Regulated', credits: { core: 9_000, sast: 10 } }, 9_000, 10],
    [{ plan: 'Team', credits: { core: 0 } }, 0, 0],
  ])('%j: %i core and %i SAST credits', async (more, core, sast) => {
    await run({ ...order, ...more });
    expect(store.all('pool').map(({ available }) => available)).toEqual([core, sast]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

describe('a client organization', () => {
  test('has no pools: its parent pays', async () => {
    await run(order);
    await run({ ...order, organizationId: second, plan: 'Free', parent: first });
    expect(store.all('organization')[1]).toMatchObject({ organizationId: second, billingAccountId: first });
    expect(new Set(store.all('pool').map(({ accountId }) => accountId))).toEqual(new Set([first]));
  });

  test('is refused without its parent', async () => {
    expect(await codeFor({ ...order, parent: second })).toBe('not_found');
    expect(store.all('organization')).toEqual([]);
  });

  test('is refused under a client organization, which pays for nothing', async () => {
    await run(order);
    await run({ ...order, organizationId: second, parent: first });
    expect(await codeFor({ ...order, organizationId: third, parent: second })).toBe('validation_failed');
    expect(store.all('organization')).toHaveLength(2);
  });
});

test('a second organization under the same id is a conflict and changes nothing', async () => {
  await run(order);
  const before = [store.all('organization'), store.all('pool'), store.all('invitation')];
  expect(await codeFor({ ...order, plan: 'Free' })).toBe('conflict');
  expect([store.all('organization'), store.all('pool'), store.all('invitation')]).toEqual(before);
});

test.each([
  [{ plan: 'Regulated' }, 'validation_failed'],
  [{ licenses: 4 }, 'validation_failed'],
  [{ organizationId: 'acme' }, 'validation_failed'],
  [{ ownerEmail: 'nobody' }, 'validation_failed'],
  [{ credits: { core: -1 } }, 'validation_failed'],
  [{ credits: { core: 0.5 } }, 'validation_failed'],
  [{ name: '' }, 'validation_failed'],
  [{ tokens: 3 }, 'unknown_field'],
])('%j is refused: %s', async (more, code) => {
  expect(await codeFor({ ...order, ...more })).toBe(code);
  expect(store.all('organization')).toEqual([]);
});

describe('the billing period', () => {
  const monthly = { name: 'Acme', plan: 'Starter', ownerEmail: 'owner@example.com' };
  const day = 86_400;
  const provisioned = (more: object) =>
    provision({ organizationId: first, ...monthly, ...more }, store, { now: later(day) });

  test('is a year if the operator says so', async () => {
    const made = await provisioned({ period: 'year' });
    const account = store.all('account').find(({ accountId }) => accountId === made.organizationId);
    expect(account).toMatchObject({ interval: 'year', createdAt: later(day).toISOString() });
  });

  test.each([
    [{ plan: 'Free', period: 'year' }],
    [{ licenses: 10 }],
    [{ plan: 'Free', sastAddon: 'starter' }],
    [{ sastAddon: 'team' }],
    [{ period: 'week' }],
  ])('%j contradicts itself and is refused', async (more) => {
    const before = store.all('account');
    expect(await codeOf(() => provisioned(more))).toBe('validation_failed');
    expect(store.all('account')).toEqual(before);
  });
});
