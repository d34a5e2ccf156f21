import { locale, plural } from './format.ts';

/** Stripe writes these currencies with two decimals, although Intl knows them without any. */
const digitsAtStripe: Record<string, number> = { ISK: 2, UGX: 2 };

const formats = new Map<string, Intl.NumberFormat | undefined>();

/** The format of a currency; undefined for a code that is none. */
const formatOf = (currency: string): Intl.NumberFormat | undefined => {
  if (!formats.has(currency)) {
    try {
      formats.set(currency, new Intl.NumberFormat(locale, { style: 'currency', currency }));
    } catch {
      formats.set(currency, undefined);
    }
  }
  return formats.get(currency);
};

/** A decimal number as text, made by moving the point, so that no cent is lost to floating point. */
const decimal = (amount: number, digits: number): Intl.StringNumericLiteral => {
  const units = String(Math.abs(amount)).padStart(digits + 1, '0');
  const point = units.length - digits;
  const sign = amount < 0 ? '-' : '';
  return `${sign}${units.slice(0, point)}.${units.slice(point)}0` as Intl.StringNumericLiteral;
};

/** An amount in the smallest units of its currency, as the service sends it: `money(1050, 'eur')` is €10.50. */
export const money = (amount: number, currency: string): string => {
  const code = currency.toUpperCase();
  const format = formatOf(code);
  if (!format || !Number.isSafeInteger(amount)) return `${amount} ${code}`;
  const digits = digitsAtStripe[code] ?? format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(decimal(amount, digits));
};

const signedFormat = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** A number with its sign, as the change of a balance: +5, −5, 0. */
export const signed = (value: number): string => signedFormat.format(value).replace('-', '−');

/** A rate, with one decimal at most. */
export const rate = (value: number): string => oneDecimal.format(value);

export const credits = (value: number): string => plural(value, 'credit', 'credits');
