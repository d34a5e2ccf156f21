import { CliFailure, exitCodes } from '../exit-codes.ts';
import type { CiSources } from './ci-context.ts';

/** Characters that end a line, move the cursor, have no width or change the direction of text. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const maxLength = 2048;

/** The error message never repeats the value, because terminals and runners would interpret it. */
const refuse = (name: string, detail: string): never => {
  throw new CliFailure(exitCodes.badInput, `${name} ${detail}`, 'ci_value_invalid');
};

/**
 * Returns a value unchanged, for use as data only; undefined for an empty one. @throws CliFailure for an unprintable
 * one.
 */
export const plainText = (name: string, value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') return refuse(name, 'is not a string.');
  if (value.length > maxLength) return refuse(name, `is longer than ${maxLength} characters.`);
  if (invisible.test(value)) return refuse(name, 'has a line break, a control or a bidirectional character.');
  return value;
};

/** A full commit hash in lower case. @throws CliFailure for anything else that is not empty. */
export const fullHash = (name: string, value: unknown): string | undefined => {
  const hash = plainText(name, value)?.toLowerCase();
  if (hash === undefined) return undefined;
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(hash)) return refuse(name, 'is not a full commit hash.');
  return /^0+$/.test(hash) ? refuse(name, 'names no commit: all its digits are 0.') : hash;
};

/** Whether a text may be a shortened commit hash. */
export const isShortHash = (text: string): boolean => /^[0-9a-f]{7,39}$/i.test(text);

/** The number of a pull request. @throws CliFailure for anything else that is not empty. */
export const changeNumber = (name: string, value: unknown): number | undefined => {
  const text = plainText(name, typeof value === 'number' ? String(value) : value);
  if (text === undefined) return undefined;
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
    ? Number(text)
    : refuse(name, 'is not the number of a pull request.');
};

const maxBranchLength = 255;

/** The name of a branch, without `refs/heads/`. */
export const branchName = (name: string, value: unknown): string | undefined => {
  const branch = plainText(name, value)?.replace(/^refs\/heads\//, '');
  if (branch === undefined || branch === '') return undefined;
  return branch.length > maxBranchLength
    ? refuse(name, `is longer than ${maxBranchLength} characters.`)
    : branch;
};

/** The variables of a CI, each parsed in its own format. */
export const variablesOf = (environment: CiSources['environment']) => ({
  text: (name: string) => plainText(name, environment[name]),
  hash: (name: string) => fullHash(name, environment[name]),
  number: (name: string) => changeNumber(name, environment[name]),
  branch: (name: string) => branchName(name, environment[name]),
});
export type CiVariables = ReturnType<typeof variablesOf>;

/** Omits the properties that are undefined. */
export const present = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
