import { randomUUID } from 'node:crypto';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { rateLimit } from '@scangate/domain/rate-limit';
import { dynamoTokenStore } from '#adapters/dynamodb/token-store.ts';
import { acquireLease, waitersPerOrganization } from '#app/scans/waiting/waiter-lease.ts';
import { costFigures, type Figure } from '../figures.ts';
import { costOf, type Cost } from '../operations.ts';
import { newTenant, type BenchService } from '../service.ts';
import { openStore, openTables } from '../store.ts';

const waiters = 100;
const waiting = `${waiters} waiters of one organization at once`;

/** Acquires leases at once, and one more than the organization has. */
const waiterFigures = async (service: BenchService): Promise<Figure[]> => {
  const { organizationId } = await newTenant(service, 1);
  const caller = 'bench-waiters';
  const store = openStore(service, caller);
  const acquire = () =>
    acquireLease(
      { organizationId, scanId: randomUUID(), holder: randomUUID(), timeoutMs: 300_000 },
      store,
      new Date(service.cloud.clock.now()),
    );
  try {
    const { calls, result } = await service.recorder.during(() =>
      Promise.all(Array.from({ length: waiters }, acquire)),
    );
    for (let held = waiters; held < waitersPerOrganization; held += 1) await acquire();
    const over = await service.recorder.during(acquire);
    if (over.result) throw new Error(`${waitersPerOrganization + 1} waiters have a lease`);
    const refused = result.filter((lease) => lease === undefined).length;
    const { writeUnits } = costOf(calls.filter((call) => call.caller === caller));
    const own = over.calls.filter((call) => call.caller === caller);
    return [
      { section: 'Limits', what: waiting, unit: 'refused', value: refused, limit: 0, exactly: true },
      { section: 'Limits', what: waiting, unit: 'write units', value: writeUnits },
      ...costFigures('Limits', `waiter ${waitersPerOrganization + 1} of one organization`, costOf(own)),
    ];
  } finally {
    store.close();
  }
};

/** Counts requests of a token, until no more of them are permitted in this minute. */
const useUp = async (service: BenchService, token: string): Promise<void> => {
  const tables = openTables(service, 'bench-requests');
  const tokens = dynamoTokenStore(tables);
  const now = new Date(service.cloud.clock.now());
  const request = { tokenHash: tokenHash(token), kind: 'pipeline', extends: true, now } as const;
  try {
    for (let counted = 0; counted < rateLimit.requests; counted += 1) await tokens.countRequest(request);
  } finally {
    tables.close();
  }
};

/** @returns the least that a request costs whose token has used up its minute. */
const rateFigures = async (service: BenchService): Promise<Figure[]> => {
  const { token } = await newTenant(service, 1);
  const refused: Cost[] = [];
  // Another minute may begin meanwhile, and one request in 16 also counts for its organization.
  while (refused.length < 3) {
    const { calls, result } = await service.recorder.during(() => service.request('GET', '/v1/me', token));
    if (result.status === 429) refused.push(costOf(calls));
    else await useUp(service, token);
  }
  const [least] = refused.toSorted((a, b) => a.calls - b.calls) as [Cost];
  return costFigures('Limits', 'a request over its rate (429)', least, { calls: 2 });
};

/** Measures what the limits of an organization and a token permit, and what it costs to refuse the rest. */
export const measureLimits = async (service: BenchService): Promise<Figure[]> => [
  ...(await waiterFigures(service)),
  ...(await rateFigures(service)),
];
