import { tillChange, TillMoved, wanting } from '../../../lib/domain/billing/till-account.ts';
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

/** With the account the row is written that makes the till agree: whatever is cut after it, the sweep goes on. */
const intend = async (
  { accountId, intentId, actor, now }: Want,
  rule: (state: BillingState) => Outcome,
  { store }: TillPorts,
  order: Partial<TillAccount>,
): Promise<BillingState> => {
  const at = now.toISOString();
  for (let tries = 0; tries < attempts; tries++) {
    const known = await knownTill(accountId, store);
    const also = () => (known ? tillChange(accountId, known, wanting(known, order, intentId, at)) : []);
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
 * @param order what is to be paid at once; then the till's answer is waited for.
 * @throws CardDeclined when the order could not be paid.
 */
export const want = async (
  wanted: Want,
  rule: (state: BillingState) => Outcome,
  ports: TillPorts,
  order?: Partial<TillAccount>,
): Promise<BillingState> => {
  const { accountId, now } = wanted;
  const state = await intend(wanted, rule, ports, order ?? {});
  try {
    await agreeWithTill(accountId, ports, now);
  } catch (error) {
    if (order || !(error instanceof Transient)) throw error;
    log.warn('the till is to be told later', { accountId, ...errorFields(error) });
  }
  return state;
};
