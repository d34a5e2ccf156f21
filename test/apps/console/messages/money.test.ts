import { expect, test } from 'vitest';
import { credits, money, rate, signed } from '@scangate/console/messages/money.ts';

test('an amount is written in its currency, exact to the cent', () => {
  expect(money(1050, 'eur')).toBe('€10.50');
  expect(money(5, 'usd')).toBe('$0.05');
  expect(money(0, 'usd')).toBe('$0.00');
  expect(money(-1050, 'usd')).toBe('-$10.50');
  expect(money(900_719_925_474_099_1, 'usd')).toBe('$90,071,992,547,409.91');
});

test('a currency has its own number of decimals', () => {
  expect(money(1050, 'jpy')).toBe('¥1,050');
  expect(money(1050, 'kwd').replace('\u00a0', ' ')).toBe('KWD 1.050');
});

test('Stripe writes two decimals for currencies that have none', () => {
  expect(money(105_000, 'isk').replace('\u00a0', ' ')).toBe('ISK 1,050');
});

test('an unknown currency, or an amount that is not an integer, is shown unchanged', () => {
  expect(money(1050, '<b>')).toBe('1050 <B>');
  expect(money(10.5, 'usd')).toBe('10.5 USD');
});

test('a change of a balance has its sign', () => {
  expect([signed(5), signed(-1200), signed(0)]).toEqual(['+5', '−1,200', '0']);
});

test('credits are counted, and a rate has one decimal', () => {
  expect([credits(1), credits(12_000), rate(3.14159)]).toEqual(['1 credit', '12,000 credits', '3.1']);
});
