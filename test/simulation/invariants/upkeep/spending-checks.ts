import type { MemoryStore } from '#adapters/memory/store.ts';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import type { Report } from '../violation.ts';

interface Spending {
  client: string;
  payer: string;
  month: string;
  pool: PoolName;
}

const nameOf = ({ client, payer, month, pool }: Spending): string =>
  `${client} of ${payer} in ${month}, ${pool}`;

/** The spending of a client in a month is that which the books have of its scans of the month, without refunds. */
export const checkSpending = (store: MemoryStore, report: Report): void => {
  const erased = new Set(store.all('erased').map(({ organizationId }) => organizationId));
  const monthOf = new Map([
    ...store.all('scan').map(({ scanId, clientMonth }) => [scanId, clientMonth] as const),
    ...store
      .all('historyScan')
      .map(({ historyScanId, clientMonth }) => [historyScanId, clientMonth] as const),
  ]);
  const booked = new Map<string, number>();
  for (const { accountId, organizationId = '', pool, cause, scanId, amount } of store.all('ledgerEntry')) {
    const month = monthOf.get(scanId ?? '');
    if (month === undefined || erased.has(organizationId) || !/^(?:consume|refund)#/.test(cause)) continue;
    const name = nameOf({ client: organizationId, payer: accountId, month, pool });
    booked.set(name, (booked.get(name) ?? 0) - amount);
  }
  for (const { accountId, organizationId, month, ...counted } of store.all('clientUsage')) {
    if (erased.has(organizationId)) continue;
    for (const pool of poolNames) {
      const name = nameOf({ client: organizationId, payer: accountId, month, pool });
      const spent = booked.get(name) ?? 0;
      booked.delete(name);
      if (counted[pool] !== spent)
        report('budget', `${name}: ${counted[pool]} are counted and ${spent} booked`);
    }
  }
  for (const [name, spent] of booked)
    if (spent !== 0) report('budget', `${name}: none are counted and ${spent} booked`);
};
