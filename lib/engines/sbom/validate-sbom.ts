import type { ErrorObject } from 'ajv';
import { bomValidator } from './compile-schema.ts';
import { bomSchemas } from './cyclonedx-schemas.ts';
import {
  escapePointer,
  unescapePointer,
  violationFromErrors,
  type SchemaViolation,
} from './schema-violation.ts';

/** CycloneDX versions an uploaded SBOM may have. */
export const supportedVersions: readonly string[] = [...bomSchemas.keys()];

const accepted = `A CycloneDX JSON document of version ${supportedVersions.join(', ')} is accepted.`;
const maxProblems = 20;
/** Maximum nesting of a request body (docs/adr/0004-request-bodies.md). */
const maxDepth = 128;

type Document = Readonly<Record<string, unknown>>;

const isTooDeep = (document: unknown): boolean => {
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const child of Object.values(value)) if (typeof child === 'object') next.push(child);
    }
    level = next;
  }
  return false;
};

/** Guesses the format of a document that is not CycloneDX. */
const otherFormat = (document: unknown): string => {
  if (typeof document === 'string')
    return document.trimStart().startsWith('<') ? 'This looks like XML.' : 'This is a text.';
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    return 'This is not an object.';
  if (Object.hasOwn(document, 'spdxVersion') || Object.hasOwn(document, '@graph'))
    return 'This looks like SPDX.';
  return 'This is not a CycloneDX document.';
};

const checkHead = (document: unknown): SchemaViolation | undefined => {
  const head = document as Document;
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  if (!isObject || !Object.hasOwn(head, 'bomFormat') || head['bomFormat'] !== 'CycloneDX') {
    const pointer = isObject ? '/bomFormat' : '';
    return { pointer, code: 'not_cyclonedx', detail: `${otherFormat(document)} ${accepted}` };
  }
  const version = Object.hasOwn(head, 'specVersion') ? head['specVersion'] : undefined;
  if (typeof version !== 'string' || !bomSchemas.has(version)) {
    const stated =
      typeof version === 'string'
        ? `Version ${version.slice(0, 20)} is not supported.`
        : 'There is no specVersion.';
    return { pointer: '/specVersion', code: 'version_unsupported', detail: `${stated} ${accepted}` };
  }
  return isTooDeep(document)
    ? { pointer: '', code: 'too_deep', detail: `The document is nested deeper than ${maxDepth} levels.` }
    : undefined;
};

/** The part of the document that is still to be checked: lists after the last violation, without rejected members. */
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

/** Removes the item or member that failed, so that validation can continue after it. */
const passOver = ({ document, done }: Rest, [error]: readonly ErrorObject[]): Rest | undefined => {
  const unknownMember =
    error?.keyword === 'additionalProperties' ? error.params['additionalProperty'] : undefined;
  const path = error?.instancePath || `/${escapePointer(String(unknownMember ?? ''))}`;
  const [, key, index] = path.split('/').map(unescapePointer);
  if (key === undefined || !Object.hasOwn(document, key)) return undefined;
  const list = document[key];
  if (Array.isArray(list) && index !== undefined) {
    const passed = Number(index) + 1;
    const next = new Map(done).set(key, (done.get(key) ?? 0) + passed);
    return { document: { ...document, [key]: list.slice(passed) }, done: next };
  }
  const { [key]: _, ...others } = document;
  return { document: others, done };
};

/**
 * Lists at most 20 violations that make an uploaded document an invalid CycloneDX SBOM; none if it is valid.
 * Pointers refer to the original document. Time and memory are linear in its size.
 */
export const validateSbom = (document: unknown): SchemaViolation[] => {
  const head = checkHead(document);
  if (head) return [head];
  const { specVersion } = document as { specVersion: string };
  const validator = bomValidator(specVersion);
  if (!validator) throw new Error(`no schema for ${specVersion}`);
  const problems: SchemaViolation[] = [];
  let rest: Rest | undefined = { document: document as Document, done: new Map() };
  while (rest && problems.length < maxProblems && !validator.validate(rest.document)) {
    const errors = validator.validate.errors ?? [];
    const problem = violationFromErrors(errors);
    problems.push({ ...problem, pointer: original(rest, problem.pointer).slice(0, 512) });
    rest = passOver(rest, errors);
  }
  validator.reset();
  return problems;
};
