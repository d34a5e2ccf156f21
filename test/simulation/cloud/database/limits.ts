import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import type { Item } from './values.ts';

const mebibyte = 1024 * 1024;
/** A unit of a text has at most so many bytes in UTF-8. */
const mostBytesOfUnit = 3;

/** The limits of DynamoDB. */
export const limits = {
  itemBytes: 400 * 1024,
  pageBytes: mebibyte,
  transactionBytes: 4 * mebibyte,
  transactionItems: 100,
  batchBytes: 16 * mebibyte,
  batchKeys: 100,
  hashBytes: 2048,
  rangeBytes: 1024,
} as const;

/** An error of the database of the given name. */
export const refusal = (name: string, message: string): Error =>
  Object.assign(new Error(`${message} (in the simulation)`), { name, $fault: 'client' });

/** The refusal of a request that is wrong in itself. */
export const invalid = (message: string): Error => refusal('ValidationException', message);

type Key = TablePlan['keys'][number];

const isOfType = (value: unknown, type: string | undefined): boolean =>
  type === 'N' ? typeof value === 'number' : typeof value === 'string' && value !== '';

/** Checks a value of a key attribute. @throws the refusal of one that no key has. */
export const checkKeyValue = (
  value: unknown,
  { name, type }: Key,
  attributeType: string | undefined,
): void => {
  if (!isOfType(value, attributeType)) throw invalid(`the key ${name} is empty or of another type`);
  const most = type === 'HASH' ? limits.hashBytes : limits.rangeBytes;
  const text = String(value);
  if (text.length * mostBytesOfUnit > most && Buffer.byteLength(text) > most)
    throw invalid(`the key ${name} is longer than ${most} bytes`);
};

/** Checks that a key has the attributes of some keys, and no others. @throws the refusal of another one. */
export const checkAttributes = (key: Item, names: ReadonlySet<string>): void => {
  let known = 0;
  let given = 0;
  for (const name in key) {
    given += 1;
    if (names.has(name)) known += 1;
  }
  if (known !== names.size || given !== known)
    throw invalid(`a key has ${[...names].join(', ')}, not ${Object.keys(key).join(', ')}`);
};
