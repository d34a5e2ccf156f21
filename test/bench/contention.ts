import { newTenant, type BenchService } from './service.ts';
import { openStore } from './store.ts';

export const requests = 50;
export const credits = 20;

/** The results of 50 concurrent creations with 20 credits. */
export interface Contention {
  created: number;
  /** Refused with 402 insufficient_credits. */
  insufficientCredits: number;
  /** All other responses, as `status code`. */
  others: string[];
  balance: number;
  consumeEntries: number;
  scans: number;
  auditViolations: string[];
}

/** Each scan has its own commit, so that no two are equal. None of the commits is ever fetched. */
const commitHash = (number: number): string => number.toString(16).padStart(40, '0');

const ask = async ({ request }: BenchService, token: string, repositoryId: string, number: number) => {
  const body = { repositoryId, commitHash: commitHash(number) };
  const { status, body: answer } = await request('POST', '/v1/scans', token, { body });
  return status === 201 ? '201' : `${status} ${String(answer['code'])}`;
};

/** Makes the next transactions fail as if another one held an item. */
const injectConflicts = async ({ expectStatus: demand }: BenchService, times: number): Promise<void> => {
  const body = { service: 'dynamodb', operation: 'TransactWriteItems', kind: 'conflict', times };
  await demand(201, 'POST', '/_local/faults', undefined, { body });
};

/**
 * Creates all scans at once. Workflows must be paused, because a scan that fails refunds its credit.
 * @param conflicts is how many transactions meet an injected conflict, in addition to real ones.
 */
export const measureContention = async (service: BenchService, conflicts = 0): Promise<Contention> => {
  const { organizationId, repositoryId, token } = await newTenant(service, credits);
  if (conflicts > 0) await injectConflicts(service, conflicts);
  const numbers = Array.from({ length: requests }, (_, index) => index + 1);
  const answers = await Promise.all(numbers.map((number) => ask(service, token, repositoryId, number)));

  const store = openStore(service, 'contest');
  const account = { accountId: organizationId, pool: 'core' } as const;
  const pool = await store.get('pool', account, { consistent: true });
  const ledger = await store.list('ledger', account);
  const scans = await store.list('scans', { organizationId });
  store.close();
  const audit = await service.expectStatus(200, 'GET', '/_local/ledger-audit');
  return {
    created: answers.filter((answer) => answer === '201').length,
    insufficientCredits: answers.filter((answer) => answer === '402 insufficient_credits').length,
    others: answers.filter((answer) => answer !== '201' && answer !== '402 insufficient_credits'),
    balance: pool?.available ?? Number.NaN,
    consumeEntries: ledger.items.filter((entry) => entry.kind === 'consume').length,
    scans: scans.items.length,
    auditViolations: audit['violations'] as string[],
  };
};
