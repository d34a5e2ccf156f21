import type { LockfileFormat } from '@scangate/engines/inventory/formats';
import { base64, fake } from '@scangate/engines/secrets/rule-example';

/** The plain pass that a format's reader is compared with. */
export type PlainPass =
  | 'JSON.parse'
  | 'JSON.parse and split'
  | 'TOML parser'
  | 'YAML tokenizer'
  | 'XML parser'
  | 'tokens';

/** A generated lockfile of a format, as its tool writes it. */
export interface LockfileInput {
  format: LockfileFormat;
  path: string;
  plain: PlainPass;
  /** Generates the text of a lockfile with so many packages. */
  textOf: (count: number) => string;
}

export const nameOf = (index: number): string => `package-${index}`;
export const versionOf = (index: number): string => `${1 + (index % 5)}.${index % 13}.${index % 7}`;
export const hexOf = (index: number, length = 64): string => fake('0123456789abcdef', length, index);
export const base64Of = (index: number, length: number): string => fake(base64, length, index);
export const integrityOf = (index: number): string => `sha512-${base64Of(index, 86)}==`;
export const uuidOf = (index: number): string =>
  [8, 4, 4, 4, 12].map((length, part) => hexOf(index * 5 + part, length)).join('-');

/** The packages that one depends on: three later ones, so that there are no cycles. */
export const needsOf = (index: number, count: number): number[] =>
  [1, 2, 3].map((step) => index * 3 + step).filter((at) => at < count);

/** Makes one value of each package. */
export const each = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Joins the text of each package. */
export const textOfEach = (count: number, make: (index: number) => string): string =>
  each(count, make).join('');

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const tableOf = <T>(
  indexes: readonly number[],
  make: (index: number) => [string, T],
): Record<string, T> => Object.fromEntries(indexes.map(make));

export const indexes = (count: number): number[] => each(count, (index) => index);

/** Makes the inputs that are compared with one plain pass. */
export const inputsFor =
  (plain: PlainPass) =>
  (format: LockfileFormat, path: string, textOf: (count: number) => string): LockfileInput => ({
    format,
    path,
    plain,
    textOf,
  });
