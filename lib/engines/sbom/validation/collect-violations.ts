import type { ErrorObject } from 'ajv';
import {
  escapePointer,
  unescapePointer,
  violationFromErrors,
  type SchemaViolation,
} from '../schema-violation.ts';
import type { BomValidator } from './bom-validator.ts';
import { lazyListOf } from './lazy-json.ts';

/** The number of violations that are listed. */
const maxViolations = 20;

type Document = Readonly<Record<string, unknown>>;

/** The part of the document that is still to be checked: lists after the last violation, without rejected members and long lists that passed. */
interface Rest {
  document: Document;
  /** Number of items already checked, by top-level list. */
  done: Map<string, number>;
}

const original = ({ done }: Rest, path: string): string => {
  const [, key = '', index = '', ...below] = path.split('/');
  const offset = done.get(key);
  return offset === undefined || !/^\d+$/.test(index)
    ? path
    : ['', key, String(Number(index) + offset), ...below].join('/');
};

/** Long lists that were read to their end before a violation elsewhere have passed, and are not read again. */
const withoutPassed = (document: Document, failed: string): Document =>
  Object.fromEntries(
    Object.entries(document).filter(
      ([key, value]) => key === failed || !Array.isArray(value) || !lazyListOf(value)?.isReadToEnd,
    ),
  );

/** Removes the item or member that failed, so that validation can continue after it. */
const passOver = ({ document, done }: Rest, [error]: readonly ErrorObject[]): Rest | undefined => {
  const unknownMember =
    error?.keyword === 'additionalProperties' ? error.params['additionalProperty'] : undefined;
  const path = error?.instancePath || `/${escapePointer(String(unknownMember ?? ''))}`;
  const [, key, index] = path.split('/').map(unescapePointer);
  if (key === undefined || !Object.hasOwn(document, key)) return undefined;
  const others = withoutPassed(document, key);
  const list = document[key];
  if (Array.isArray(list) && index !== undefined) {
    const passed = Number(index) + 1;
    const next = new Map(done).set(key, (done.get(key) ?? 0) + passed);
    return { document: { ...others, [key]: list.slice(passed) }, done: next };
  }
  const { [key]: _, ...rest } = others;
  return { document: rest, done };
};

/** Lists the first violations of a document. Time and memory are linear in its size. */
export const violationsOf = (validator: BomValidator, document: unknown): SchemaViolation[] => {
  const violations: SchemaViolation[] = [];
  let rest: Rest | undefined = { document: document as Document, done: new Map() };
  while (rest && violations.length < maxViolations && !validator.validate(rest.document)) {
    const errors = validator.validate.errors ?? [];
    const violation = violationFromErrors(errors);
    violations.push({ ...violation, pointer: original(rest, violation.pointer).slice(0, 512) });
    rest = passOver(rest, errors);
  }
  validator.reset();
  return violations;
};
