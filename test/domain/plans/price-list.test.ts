import { expect, test } from 'vitest';
import { priceList } from '@scangate/domain/plans/price-list';

const usd = (price: Parameters<typeof priceList>[0][number]['price'], amount: number) => ({
  price,
  amount,
  currency: 'usd',
});

test('a price that is not sold is left out', () => {
  expect(priceList([usd('pack_sast-25', 2_500), usd('team_year', 0)])).toEqual({
    currency: 'usd',
    plans: [{ plan: 'Team', interval: 'year', amount: 0, perLicense: true }],
    packs: [{ pack: 'sast-25', pool: 'sast', credits: 25, amount: 2_500 }],
    sastAddon: [],
  });
});

test('a price in a second currency is left out, so that no list mixes two', () => {
  const mixed = [usd('starter_month', 4_900), { price: 'team_month', amount: 1, currency: 'eur' } as const];
  expect(priceList(mixed)).toMatchObject({ currency: 'usd', plans: [{ plan: 'Starter' }] });
});

test('nothing is sold without prices', () => {
  expect(priceList([])).toBeUndefined();
});
