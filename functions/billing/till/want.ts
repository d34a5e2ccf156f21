import { newTillAccount, tillChange, TillMoved, wanting } from '../../../lib/domain/billing/till-account.ts';
import { isUnderWay } from '../../../lib/domain/billing/next-till-step.ts';
import type { BillingState, Outcome } from '../../../lib/domain/billing/state.ts';
import { Transient } from '../../../lib/domain/problem.ts';
import type { AuditEvent, TillAccount } from '../../../lib/domain/records.ts';
import { errorFields, log } from '../../../lib/runtime/log.ts';
import { changeAccount } from '../change-account.ts';
import { agreeWithTill } from './agree-with-till.ts';
import { knownTill } from './known-till.ts';
import type { TillPorts } from './settle-subscription.ts';

/** Who wants something, and what it is called: a name that no other want has. */
export interface Want {
  accountId: string;
  intentId: string;
  actor: AuditEvent['actor'];
  now: Date;
}

const attempts = 8;

/** What is ordered at the till; of the add-on one order at a time is under way, asked for again it is the same one. */
export type TillOrder = Pick<TillAccount, 'licensesOrder' | 'addonOrder' | 'promotionId'>;

const ordered = (order: TillOrder, known: TillAccount, now: string): TillOrder =>
  order.addonOrder && isUnderWay(known.addonOrder, now) ? { ...order, addonOrder: known.addonOrder } : order;

/** With the account the row is written that makes the till agree: whatever is cut after it, the sweep goes on. */
const intend = async (
  { accountId, intentId, actor, now }: Want,
  rule: (state: BillingState) => Outcome,
  { store }: TillPorts,
  order: TillOrder | undefined,
): Promise<BillingState> => {
  const at = now.toISOString();
  for (let tries = 0; tries < attempts; tries++) {
    const known = await knownTill(accountId, store);
    const isOrder = Object.values(order ?? {}).some((one) => one !== undefined);
    const base = known ?? (isOrder ? newTillAccount(accountId, intentId) : undefined);
    const also = () =>
      base ? tillChange(accountId, known, wanting(base, ordered(order ?? {}, base, at), intentId, at)) : [];
    try {
      return await changeAccount(accountId, rule, store, at, actor, also);
    } catch (error) {
      if (!(error instanceof TillMoved)) throw error;
    }
  }
  throw new Transient('the account keeps changing at the till');
};

/**
 * Changes what an account wants of its subscription, and makes the till agree. What takes effect at a renewal is decided
 * here, so it stands also when the till does not answer: the sweep tells it.
 * @param order what is to be had at the till; where that is paid at once, the till's answer is waited for.
 * @throws CardDeclined when the order could not be paid, TillRefused when it cannot be had.
 */
export const want = async (
  wanted: Want,
  rule: (state: BillingState) => Outcome,
  ports: TillPorts,
  order?: TillOrder,
): Promise<BillingState> => {
  const { accountId, now } = wanted;
  const state = await intend(wanted, rule, ports, order);
  const isWaitedFor = order?.licensesOrder !== undefined || order?.addonOrder !== undefined;
  try {
    await agreeWithTill(accountId, ports, now);
  } catch (error) {
    if (isWaitedFor || !(error instanceof Transient)) throw error;
    log.warn('the till is to be told later', { accountId, ...errorFields(error) });
  }
  return state;
};
