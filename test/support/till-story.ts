import { visitTill } from '../../functions/billing/till/visit-till.ts';
import type { Account } from '../../lib/domain/records.ts';
import type { CardKind } from '../../lib/local/stripe/cards.ts';
import { hearAll } from './till-hearing.ts';
import { atStripe, living, ofSubscription } from './till-faults.ts';
import { openTillWorld, subscribe, type TillWorld } from './till-world.ts';

/** What stories of an account at the till are told with. */

/** A plan that was bought on 10 March at noon, and its messages heard. */
export const onPlan = async (
  plan: 'Starter' | 'Team',
  terms: { interval?: 'month' | 'year'; licenses?: number } = {},
): Promise<TillWorld> => {
  const world = await openTillWorld('2026-03-10T11:00:00.000Z');
  await world.to('2026-03-10T12:00:00.000Z');
  const { interval = 'month', licenses = 6 } = terms;
  await subscribe(world, { plan, interval, ...(plan === 'Team' && { licenses }) });
  await hearAll(world);
  return world;
};

/** Time passes, and every message of it is heard. */
export const until = async (world: TillWorld, instant: string): Promise<void> => {
  await world.to(instant.length > 10 ? instant : `${instant}T14:00:00.000Z`);
  await hearAll(world);
};

export const setCard = (world: TillWorld, kind: CardKind): void =>
  void world.stripe.control.setCard({ organizationId: world.accountId }, kind);

export const sweep = async (world: TillWorld): Promise<void> => {
  await visitTill(world.accountId, world, world.now());
  await world.stripe.idle();
};

export const accountOf = ({ store }: TillWorld): Account => {
  const [account] = store.all('account');
  if (!account) throw new Error('there is no account');
  return account;
};

export const mailsOf = ({ store }: TillWorld, kind: string) =>
  store.all('mail').filter((mail) => mail.kind === kind);

/** Invoices that wait to be paid, of the plan or of the add-on. */
export const openInvoices = (world: TillWorld, of: 'plan' | 'addon'): string[] => {
  const ids = new Set<string | undefined>(living(world, of).map(({ id }) => id));
  return atStripe(world, 'invoice')
    .filter((invoice) => invoice.status === 'open' && ids.has(ofSubscription(invoice)))
    .map(({ id }) => String(id));
};
