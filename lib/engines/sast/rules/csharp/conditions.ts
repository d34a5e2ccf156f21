import type { Call } from '@scangate/engines/sast/rule';
import type { Syntax } from '@scangate/engines/sast/syntax';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** Returns the text of the enclosing function: a countermeasure is often next to the call. */
export const around = ({ within, at }: Call): string => (within?.at ?? at).text;

/** Returns the constant text of an argument, or an empty string. */
export const textAt = ({ args }: Call, at: number): string => {
  const constant = args[at]?.constant;
  return typeof constant === 'string' ? constant : '';
};

/** Stands for a part of unknown, trusted origin in the beginning of a text (`prefixOf`). */
const trustedPart = '\uFFFC';

/** Tells whether an address begins with a trusted host, or is a page below the client's base address. */
export const hasFixedHost = (value: Value | undefined): boolean => {
  const prefix = (value && prefixOf(value)) ?? '';
  return prefix.startsWith(trustedPart) || /^(?:[a-z]+:\/\/[^/?#]+[/?#]|\/?[\w.-]+[/?])/i.test(prefix);
};

/** Tells whether a text or a list of bytes is the same on every run. */
export const isFixed = (value: Value | undefined): boolean => {
  if (value === undefined) return false;
  if (typeof value.constant === 'string') return value.constant.length > 0;
  const items = value.fields?.length ? [...value.fields.values()] : [];
  return items.length > 3 && items.every(({ constant }) => constant !== undefined);
};

/** Tells whether a receiver is of such a class or has such a name. */
export const isNamed = (value: Value | undefined, pattern: RegExp): boolean =>
  pattern.test(`${value?.type ?? ''} ${value?.path ?? ''}`);

const shells = /(?:^|[\\/])(?:(?:ba|z|da|k|c)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)$/i;

/** Tells whether a program is known to run its arguments as commands. */
export const mayBeShell = (program: Value | undefined): boolean =>
  typeof program?.constant !== 'string' || shells.test(program.constant);

const normalizes = /GetFullPath\(|GetRelativePath\(/;
const compares = /StartsWith\(|Contains\(\s*"\.\.|IsPathRooted\(|GetInvalidFileNameChars/;

/** Accepts a path that is normalized and then compared. */
export const comparesPaths = (call: Call): boolean => {
  const text = around(call);
  return normalizes.test(text) && compares.test(text);
};

const longestClimb = 60;

/**
 * Tells whether a condition around a place mentions a pattern; with `nearest`, only the nearest condition, in the
 * branch where it holds.
 */
export const isUnder = (at: Syntax, condition: RegExp, { nearest = false } = {}): boolean => {
  let node: Syntax | undefined = at;
  for (let steps = 0; node && steps < longestClimb; steps += 1) {
    const parent: Syntax | undefined = node.parent;
    if (parent?.kind === 'if_statement') {
      const holds = condition.test(parent.field('condition')?.text ?? '');
      if (nearest) return holds && parent.field('consequence')?.place.start === node.place.start;
      if (holds) return true;
    }
    node = parent;
  }
  return false;
};

/** Tells whether a function always answers true. */
export const alwaysTrue = ({ callable }: Value): boolean => {
  const [only, ...others] = callable?.unit.body ?? [];
  return (
    others.length === 0 &&
    only?.kind === 'return' &&
    only.value?.kind === 'literal' &&
    only.value.value === true
  );
};
