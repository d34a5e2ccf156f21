import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '#functions/jobs/index.ts';
import { replayReads } from '../support/api/replay-reads.ts';
import { startTestCloud, type TestCloud } from '../support/local/cloud.ts';

/** Payments from end to end: the API, the Stripe emulator's pages and events, and the schedules. */

/** The jobs that renew and pay. Others would make each day of the month that passes here several times as long. */
const payingJobs = new Set([
  'reconcile-payments',
  'renew-due-accounts',
  'start-missed-recharges',
  'send-due-mails',
]);
const otherJobs = jobs.map(({ name }) => name).filter((name) => !payingJobs.has(name));

let cloud: TestCloud;
beforeAll(async () => void (cloud = await startTestCloud(otherJobs)), 120_000);
afterAll(() => cloud.stop());

const settle = () => cloud.ask('POST', '/_local/settle');
const pass = (advanceSeconds: number) => cloud.ask('POST', '/_local/clock', { body: { advanceSeconds } });
const card = (organizationId: string, kind: string) =>
  cloud.ask('POST', '/_local/stripe/card', { body: { organizationId, card: kind } });
const messages = (body: object) => cloud.ask('POST', '/_local/stripe/webhooks', { body });
const [minutes, days] = [60, 86_400];

const newBuyer = async () => {
  const { organizationId, tokens } = await cloud.newOrganization({ plan: 'Free' });
  const token = tokens['billing'] ?? '';
  const ask = async (status: number, method: string, path: string, body?: object) => {
    const answer = await cloud.ask(method, path, { token, ...(body && { body }) });
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const buy = async (path: string, body: object) => {
    const { sessionId } = await ask(201, 'POST', path, body);
    await cloud.ask('POST', `/_local/stripe/checkout/${String(sessionId)}/complete`, { body: {} });
    await settle();
  };
  const status = () => ask(200, 'GET', '/billing/status');
  return { organizationId, token, ask, buy, status };
};

const expectBooksInOrder = async () => {
  const { body } = await cloud.ask('GET', '/_local/ledger-audit');
  expect(body).toMatchObject({ ok: true, violations: [] });
};

describe('payments in the embedded cloud', () => {
  test('a schedule makes up for events that do not arrive', { timeout: 120_000 }, async () => {
    const { buy, status } = await newBuyer();
    await messages({ drop: true });
    await buy('/billing/checkout', { plan: 'Starter', interval: 'year' });
    expect(await status()).toMatchObject({ plan: 'Free' });
    await pass(6 * minutes);
    await settle();
    expect(await status()).toMatchObject({ plan: 'Starter', period: { interval: 'year' } });
    await messages({});
    await expectBooksInOrder();
  });

  // Moves the clock by a month once, which takes a while.
  test(
    'purchases count and renew, and an unpaid invoice holds billable work',
    { timeout: 300_000 },
    async () => {
      const { ask, buy, status } = await newBuyer();
      await buy('/billing/checkout', { plan: 'Team', interval: 'month', licenses: 5 });
      expect(await status()).toMatchObject({ plan: 'Team', pools: { core: { available: 500 } } });
      expect(await ask(200, 'POST', '/billing/licenses', { licenses: 7 })).toMatchObject({ licenses: 7 });
      await ask(201, 'POST', '/billing/sast-addon', { size: 'team' });
      await buy('/billing/packs', { pack: 'core-100' });
      expect((await status())['pools']).toMatchObject({ core: { purchased: 100 }, sast: { available: 350 } });
      const { items } = await ask(200, 'GET', '/billing/invoices');
      expect((items as { status: string }[]).map((one) => one.status)).toEqual(Array(4).fill('paid'));

      const poor = await newBuyer();
      await poor.buy('/billing/checkout', { plan: 'Starter', interval: 'month' });
      await card(poor.organizationId, 'declined');
      await pass(32 * days);
      await settle();
      expect(await status()).toMatchObject({
        hold: null,
        pools: { core: { included: 700, available: 800 }, sast: { available: 350 } },
      });
      expect(await poor.status()).toMatchObject({ hold: { reason: 'payment_failed', invoices: 1 } });
      await card(poor.organizationId, 'ok');
      await settle();
      expect(await poor.status()).toMatchObject({ hold: null, pools: { core: { included: 800 } } });
      await expectBooksInOrder();
    },
  );

  test('401 for an event that is not signed, even with a token', async () => {
    const { token } = await newBuyer();
    const answer = await cloud.ask('POST', '/webhooks/stripe', { token, body: { id: 'evt_1' } });
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'unauthenticated' }]);
  });

  test('every billing read is answered as the reference says', async () => {
    const { tokens } = await cloud.newOrganization({ plan: 'Team' });
    const token = tokens['owner'] ?? '';
    const reads = await replayReads({ url: cloud.cloud.url, token, values: {}, tags: ['Billing'] });
    expect(reads.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
    expect(reads.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });
});
