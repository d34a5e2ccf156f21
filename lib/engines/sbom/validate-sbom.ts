import { bomValidator } from './compile-schema.ts';
import type { SchemaViolation } from './schema-violation.ts';
import { bomVersions, checkHead } from './validation/check-head.ts';
import { violationsOf } from './validation/collect-violations.ts';

/** CycloneDX versions an uploaded SBOM may have. */
export const supportedVersions: readonly string[] = bomVersions;

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
  return violationsOf(validator, document);
};
