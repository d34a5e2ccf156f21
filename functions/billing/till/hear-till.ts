import { asOf } from '../../../lib/domain/billing/renewal.ts';
import { wantsRecharge } from '../../../lib/domain/billing/recharge.ts';
import type { BillingState } from '../../../lib/domain/billing/state.ts';
import { poolNames } from '../../../lib/domain/scans/scan-type.ts';
import type { RechargeStarter } from '../../../lib/ports/recharge.ts';
import { CardDeclined, TillRefused, type TillEvent } from '../../../lib/ports/till.ts';
import { errorFields, log } from '../../../lib/runtime/log.ts';
import { agreeWithTill } from './agree-with-till.ts';
import { isOurs } from './known-till.ts';
import { mirrorReturns } from './mirror-returns.ts';
import { settleCheckout } from './settle-checkout.ts';
import { settleCustomer } from './settle-customer.ts';
import { settleRecharge } from './settle-recharge.ts';
import { settleWithTill, type Settled, type TillPorts } from './settle-subscription.ts';

export interface HearingPorts extends TillPorts {
  recharge: RechargeStarter;
}

/** What a message led to, for the log. */
export interface Heard extends Pick<TillEvent, 'eventId' | 'type' | 'object'> {
  accountId?: string;
}

const settleInvoice = async (
  invoiceId: string,
  ports: TillPorts,
  now: Date,
): Promise<Settled | undefined> => {
  const invoice = await ports.till.invoice(invoiceId);
  if (!invoice) return undefined;
  if (invoice.subscriptionId !== undefined) return settleWithTill(invoice.subscriptionId, ports, now);
  const { accountId } = invoice;
  if (accountId === undefined || !(await isOurs(accountId, ports.store))) return undefined;
  await settleRecharge(invoice, ports.store, now);
  return { accountId };
};

/** Pools that wait for a way to pay are tried again. What is not started now is found by the hourly sweep. */
const restartRecharges = async (
  stored: BillingState,
  cause: string,
  recharge: RechargeStarter,
  now: Date,
): Promise<void> => {
  const at = now.toISOString();
  const { state } = asOf(stored, at);
  const { accountId } = state.account;
  const waiting = poolNames.filter((pool) => wantsRecharge(state, pool, state.pools[pool].available, at));
  await Promise.all(
    waiting.map((pool) =>
      recharge.start({ accountId, pool }, cause).catch((error: unknown) => {
        log.warn('a recharge was not started; the sweep will', { accountId, pool, ...errorFields(error) });
      }),
    ),
  );
};

const settle = async (
  { object, objectId, eventId }: TillEvent,
  ports: HearingPorts,
  now: Date,
): Promise<Settled | undefined> => {
  switch (object) {
    case 'subscription':
      return settleWithTill(objectId, ports, now);
    case 'checkout':
      return settleCheckout(objectId, ports, now);
    case 'invoice':
      return settleInvoice(objectId, ports, now);
    case 'customer': {
      const state = await settleCustomer(objectId, ports, now);
      if (state) await restartRecharges(state, eventId, ports.recharge, now);
      return state && { accountId: state.account.accountId };
    }
    case 'charge':
      return mirrorReturns(objectId, ports);
    case 'other':
      return undefined;
  }
};

/** What follows at the till from what was settled. It is the sweep's work, too: a message is heard without it. */
const followUp = async (settled: Settled, ports: TillPorts, now: Date): Promise<void> => {
  const { accountId, till } = settled;
  if (till?.dueAt === undefined || till.dueAt > now.toISOString()) return;
  try {
    await agreeWithTill(accountId, ports, now, settled);
  } catch (error) {
    const isTold = error instanceof CardDeclined || error instanceof TillRefused;
    log.warn(isTold ? 'the till says no' : 'the till is to be told later', {
      accountId,
      ...errorFields(error),
    });
  }
};

/**
 * Hears a message of the till: what it is about is fetched, and the account is settled from that. In any order, and
 * as often as it comes (billing.md, "Stripe"). Whatever is not ours is left alone.
 * @throws whatever kept it from being settled: then it is to be told again.
 */
export const hearTill = async (event: TillEvent, ports: HearingPorts, now: Date): Promise<Heard> => {
  const { eventId, type, object } = event;
  const settled = await settle(event, ports, now);
  if (settled) await followUp(settled, ports, now);
  return { eventId, type, object, ...(settled && { accountId: settled.accountId }) };
};
