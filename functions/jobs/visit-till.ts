import type { PortsOf } from '../../lib/contract/ports-of.ts';
import { dueAt } from '../../lib/domain/billing/till-account.ts';
import { after } from '../../lib/domain/instant.ts';
import { openShards } from '../../lib/domain/open-index.ts';
import { errorFields, log, metric } from '../../lib/runtime/log.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireStore } from '../../lib/runtime/wire/store.ts';
import { wireTill } from '../../lib/runtime/wire/till.ts';
import { changeTill } from '../billing/till/known-till.ts';
import { visitTill as visit } from '../billing/till/visit-till.ts';
import { visitTill } from './index.ts';
import { openPages } from './open-pages.ts';

type Ports = PortsOf<(typeof visitTill)['needs']>;

export interface Visited {
  visited: number;
  failed: number;
}

/** One that fails gives the others its place, and is not asked for again at every run. */
const putOffMs = 60 * 60_000;

const putOff = async (accountId: string, { store }: Ports, now: Date): Promise<void> => {
  const until = after(now, putOffMs);
  await changeTill(accountId, (row) => dueAt(row, until), store).catch((error: unknown) =>
    log.error('an account could not be put off', { accountId, ...errorFields(error) }),
  );
};

const visitOne = async (accountId: string, ports: Ports, now: Date, found: Visited): Promise<void> => {
  found.visited++;
  try {
    await visit(accountId, ports, now);
  } catch (error) {
    found.failed++;
    log.error('an account could not be visited', { accountId, ...errorFields(error) });
    await putOff(accountId, ports, now);
  }
};

const visitShard = async (
  shard: string,
  ports: Ports,
  { now, signal }: StepContext,
  found: Visited,
): Promise<void> => {
  const due = openPages(ports.store, 'till', shard, { through: now.toISOString() });
  for await (const { items } of due) {
    for (const { accountId } of items) {
      if (signal.aborted) return;
      await visitOne(accountId, ports, now, found);
    }
  }
};

/**
 * Visits every account that may not agree with the till, or of which a message is overdue: what messages lost, and
 * requests left, is made up for here. What was visited is due later, so a run goes on where the one before ended. Shards
 * side by side, each one account at a time. Run twice, it finds nothing to do.
 * @throws Error when any account failed, so that its alarm rings; the others are visited.
 */
export const visitDue = async (_event: unknown, ports: Ports, context: StepContext): Promise<Visited> => {
  const found: Visited = { visited: 0, failed: 0 };
  await Promise.all(
    openShards.map((shard) =>
      visitShard(shard, ports, context, found).catch((error: unknown) => {
        found.failed++;
        log.error('a shard could not be looked through', { shard, ...errorFields(error) });
      }),
    ),
  );
  if (found.visited > 0) metric('TillVisits', found.visited);
  if (context.signal.aborted) log.warn('more accounts are due than one run visits', { ...found });
  if (found.failed > 0) throw new Error(`${found.failed} accounts could not be visited`);
  return found;
};

export const handler = step(visitTill, { store: wireStore, till: wireTill }, visitDue);
