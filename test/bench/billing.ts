import { addMonths } from '@scangate/domain/calendar';
import { minuteMs } from '@scangate/domain/instant';
import { measureWebhooks } from './webhooks.ts';
import { costOf, type Cost } from './operations.ts';
import type { AwsCall } from './recorder.ts';
import type { BenchService } from './service.ts';
import { newTenant } from './service.ts';

const of = (calls: readonly AwsCall[], caller: string): AwsCall[] => {
  const own = calls.filter((call) => call.caller === caller);
  if (own.length === 0) throw new Error(`${caller} asked nothing of AWS`);
  return own;
};

const writeUnits = (call: AwsCall): number => costOf([call]).writeUnits;

/** Either of them may be the first to refill a due pool. */
const refillers = new Set(['renew-due-accounts', 'seal-ledger']);

const refillInMs = 20 * minuteMs;

/** The most expensive transaction of the refill jobs for the month of one account, with credits that expire. */
const refillCost = async ({ cloud, recorder, expectStatus: demand }: BenchService): Promise<Cost> => {
  const advance = (minutes: number) =>
    demand(200, 'POST', '/_local/clock', undefined, { body: { advanceSeconds: minutes * 60 } });
  // Created some years ago, which is a day of any month, so that a month ends soon and few schedules run until then.
  const refillAt = new Date(cloud.clock.now() + refillInMs).toISOString();
  const body = { name: 'Refilled', plan: 'Team', createdAt: addMonths(refillAt, -48) };
  const { organizationId } = await demand(201, 'POST', '/_local/organizations', undefined, { body });
  // An adjustment refills the months before.
  const adjustment = { pool: 'core', amount: 1, motif: 'bench' };
  await demand(200, 'POST', `/_local/organizations/${String(organizationId)}/adjust`, undefined, {
    body: adjustment,
  });
  const { calls } = await recorder.during(() => advance(25));
  const transactions = calls.filter(
    ({ caller, operation }) => refillers.has(caller) && operation === 'TransactWriteItems',
  );
  const [dearest] = transactions.toSorted((a, b) => writeUnits(b) - writeUnits(a));
  if (!dearest) throw new Error('nothing was refilled');
  return costOf([dearest]);
};

/** Measures the requests of billing operations, each once and warm. It moves the clock, so it runs last. */
export const measureBilling = async (service: BenchService): Promise<Record<string, Cost>> => {
  const tenant = await newTenant(service, 400);
  const { recorder, expectStatus: demand, commits } = service;
  const owner = tenant.owner;
  const body = { repositoryId: tenant.repositoryId, commitHash: commits[0], branch: 'main' };
  const trace = async (caller: string, run: () => Promise<unknown>): Promise<Cost> =>
    costOf(of((await recorder.during(run)).calls, caller));
  const get = (path: string) => demand(200, 'GET', path, owner);
  const quote = () => demand(200, 'POST', '/v1/scans/quote', owner, { body });

  await Promise.all([get('/billing/status'), get('/billing/ledger?pool=core&limit=100'), quote()]);
  const first = await trace('create-scan', () => demand(201, 'POST', '/v1/scans', tenant.token, { body }));
  await service.settle();
  return {
    'create-scan, first of the month of its person': first,
    'quote-scan': await trace('quote-scan', quote),
    'billing status': await trace('get-billing-status', () => get('/billing/status')),
    'ledger page of 100': await trace('list-ledger', () => get('/billing/ledger?pool=core&limit=100')),
    ...(await measureWebhooks(service)),
    'monthly refill of one organization': await refillCost(service),
  };
};
