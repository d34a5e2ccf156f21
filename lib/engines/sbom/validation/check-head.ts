import { isNestedDeeper } from '@scangate/engines/inventory/parse/nesting';
import type { SchemaViolation } from '../schema-violation.ts';

/** The versions of CycloneDX that an uploaded SBOM may have. */
export const bomVersions: readonly string[] = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'];

const accepted = `A CycloneDX JSON document of version ${bomVersions.join(', ')} is accepted.`;
/** Maximum nesting of a request body (docs/adr/0004-request-bodies.md). */
const maxDepth = 128;

type Document = Readonly<Record<string, unknown>>;

const tooDeep: SchemaViolation = {
  pointer: '',
  code: 'too_deep',
  detail: `The document is nested deeper than ${maxDepth} levels.`,
};

/** Returns whether a document is nested too deeply. */
export const checkDepth = (bytes: Buffer): SchemaViolation | undefined =>
  isNestedDeeper(bytes, maxDepth + 1) ? tooDeep : undefined;

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

/** Returns why a document cannot be validated: another format or version, or too deep a nesting. */
export const checkHead = (document: unknown): SchemaViolation | undefined => {
  const head = document as Document;
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  if (!isObject || !Object.hasOwn(head, 'bomFormat') || head['bomFormat'] !== 'CycloneDX') {
    const pointer = isObject ? '/bomFormat' : '';
    return { pointer, code: 'not_cyclonedx', detail: `${otherFormat(document)} ${accepted}` };
  }
  const version = Object.hasOwn(head, 'specVersion') ? head['specVersion'] : undefined;
  if (typeof version !== 'string' || !bomVersions.includes(version)) {
    const stated =
      typeof version === 'string'
        ? `Version ${version.slice(0, 20)} is not supported.`
        : 'There is no specVersion.';
    return { pointer: '/specVersion', code: 'version_unsupported', detail: `${stated} ${accepted}` };
  }
  return isTooDeep(document) ? tooDeep : undefined;
};
