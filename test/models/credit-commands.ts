import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { grantPack, creditPacks, type PackName } from '@scangate/domain/credits/credit-packs';
import { grantPromotion, maxPromotions } from '@scangate/domain/promotions/grant-promotion';
import { accepted, ruleCommand, type CommandFactory } from './account-commands.ts';
import { numbersOf } from './credit-period.ts';
import { plusMs } from './model-calendar.ts';
import { adjustCredits, buy, grantPromotion as addGrant, type PoolName } from './model-pool.ts';

/** The commands that change the credits of an account beside its plan. */

/** @param session the checkout session. A second payment with the same session is not granted. */
export const buyPack =
  (name: PackName, session: string | undefined): CommandFactory =>
  (_customer, now, id) => {
    const cause = `pack#${session ?? id}`;
    const { pool, credits } = creditPacks[name];
    return {
      changes: ({ core }) =>
        grantPack(core.accountId, { pack: name, payment: { cause, invoiceId: `in-${cause}` } }, now),
      predict: (customer) => {
        const granted = `${pool}/${cause}`;
        if (customer.payments.includes(granted)) return 'done before';
        customer.payments.push(granted);
        customer.packs.push({ cause, pool, credits, refunded: false });
        buy(customer.pools[pool], credits);
        return 'done';
      },
    };
  };

export const adjust = (pool: PoolName, amount: number): CommandFactory =>
  ruleCommand((now, adjustmentId) => [
    (state) => adjustPool(state, { adjustmentId, pool, amount, motif: 'support' }, now),
    accepted(({ pools }) => adjustCredits(pools[pool], amount)),
  ]);

/** A promotional grant that expires this many hours later. */
export const promote = (pool: PoolName, amount: number, hours: number): CommandFactory =>
  ruleCommand((now, grantId) => {
    const expiresAt = plusMs(now, hours * 3_600_000);
    return [
      (state) => grantPromotion(state, { grantId, pool, amount, expiresAt, motif: 'welcome' }, now),
      ({ pools }) => {
        if (numbersOf(pools[pool]).promotions.length >= maxPromotions) return 'conflict';
        addGrant(pools[pool], { id: grantId, amount, expiresAt });
        return 'done';
      },
    ];
  });
