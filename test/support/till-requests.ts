import { knownTill } from '../../functions/billing/till/known-till.ts';
import { openPackCheckout, openPlanCheckout } from '../../functions/billing/till/open-checkout.ts';
import type { TillPorts } from '../../functions/billing/till/settle-subscription.ts';
import { want, type TillOrder } from '../../functions/billing/till/want.ts';
import { setAutoRenew } from '../../lib/domain/billing/auto-renew.ts';
import { boughtLicenses } from '../../lib/domain/billing/entitlements.ts';
import type { PackName } from '../../lib/domain/billing/packs.ts';
import { schedulePlan, undoPending } from '../../lib/domain/billing/plan-change.ts';
import { asOf } from '../../lib/domain/billing/renewal.ts';
import { cancelSastAddon, requireAddonOrder, resumeSastAddon } from '../../lib/domain/billing/sast-addon.ts';
import { keepLicenses, removeLicenses, requireLicenseOrder } from '../../lib/domain/billing/seats.ts';
import { unchanged, type BillingState, type Outcome } from '../../lib/domain/billing/state.ts';
import { loadAccount } from '../../functions/billing/load-account.ts';
import type { Subscription } from '../../lib/domain/records.ts';
import { Problem } from '../../lib/domain/problem.ts';
import type { PlanOrder } from '../../lib/ports/till.ts';
import type { TillWorld } from './till-world.ts';

/** What people ask of the billing of an account, as the endpoints do it; the same name again is the same request. */
export interface Asking {
  world: TillWorld;
  /** Other ones than the world's: those that misfortune befalls. */
  ports?: TillPorts;
  id: string;
}

const asking = async (
  { world, ports = world, id }: Asking,
  rule: (state: BillingState, at: string) => Outcome,
  order?: TillOrder,
): Promise<BillingState> => {
  const now = world.now();
  const wanted = { accountId: world.accountId, intentId: id, actor: { kind: 'system' } as const, now };
  return want(wanted, (state) => rule(state, now.toISOString()), ports, order);
};

const buyer = ({ world }: Asking) => ({ accountId: world.accountId, name: 'Acme', now: world.now() });

export const checkout = async (ask: Asking, order: PlanOrder) => {
  const { world, ports = world } = ask;
  const at = world.now().toISOString();
  const { account } = asOf(await loadAccount(world.accountId, ports.store), at).state;
  const known = await knownTill(world.accountId, ports.store);
  if (account.plan !== 'Free' || known?.subscriptionId !== undefined)
    throw new Problem('conflict', { detail: 'There is a paid plan, or was a moment ago.' });
  return openPlanCheckout(buyer(ask), order, ask.id, ports);
};

export const packCheckout = (ask: Asking, pack: PackName) =>
  openPackCheckout(buyer(ask), pack, ask.id, ask.ports ?? ask.world);

export const choosePlan = (ask: Asking, to: Subscription) =>
  asking(ask, (state, at) => schedulePlan(state, to, ask.id, at));

export const undoChange = (ask: Asking) => asking(ask, (state, at) => undoPending(state, ask.id, at));

export const autoRenew = (ask: Asking, enabled: boolean) =>
  asking(ask, (state, at) => setAutoRenew(state, enabled, ask.id, at));

export const changeLicenses = async (ask: Asking, licenses: number) => {
  const { world, ports = world, id } = ask;
  const at = world.now().toISOString();
  const before = asOf(await loadAccount(world.accountId, ports.store), at).state.account;
  const bought = boughtLicenses(before);
  if (before.plan !== 'Team' || licenses > bought)
    return asking(
      ask,
      (state, now) => {
        requireLicenseOrder(state, now);
        return unchanged(state);
      },
      { licensesOrder: { orderId: id, licenses, at } },
    );
  return asking(
    ask,
    (state) => (licenses === bought ? keepLicenses(state, id, at) : removeLicenses(state, licenses, id, at)),
    { licensesOrder: undefined },
  );
};

export const startAddon = (ask: Asking, size: 'starter' | 'team') =>
  asking(
    ask,
    (state) => {
      requireAddonOrder(state, size);
      return unchanged(state);
    },
    { addonOrder: { orderId: ask.id, size, at: ask.world.now().toISOString() } },
  );

export const cancelAddon = (ask: Asking) => asking(ask, (state, at) => cancelSastAddon(state, ask.id, at));

export const resumeAddon = (ask: Asking) => asking(ask, (state) => resumeSastAddon(state, ask.id));

export const redeem = (ask: Asking, promotionId: string) => asking(ask, unchanged, { promotionId });
