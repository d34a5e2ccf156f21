import { expect, test } from 'vitest';
import { noon } from '#test/support/world.ts';
import { grantPack, packNames } from '@scangate/domain/credits/credit-packs';

test.each(packNames)('the pack %s grants its credits to its pool as purchased', (name) => {
  const [pool, credits] = [name.split('-')[0], Number(name.split('-')[1])];
  const payment = { cause: 'pack#cs_1', invoiceId: 'in_1' };
  expect(grantPack('account', { pack: name, payment }, noon.toISOString())).toMatchObject([
    { record: 'ledgerEntry', item: { ...payment, pool, kind: 'grant', amount: credits, source: name } },
    { record: 'pool', id: { pool }, add: { available: credits, purchased: credits } },
  ]);
});
