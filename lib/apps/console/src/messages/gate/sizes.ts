import { locale } from '../format.ts';

const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** A size with one decimal: 11.4. */
export const decimal = (value: number): string => oneDecimal.format(value);
