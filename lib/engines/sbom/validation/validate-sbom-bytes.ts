import type { SchemaViolation } from '../schema-violation.ts';
import { checkDepth, checkHead } from './check-head.ts';
import { violationsOf } from './collect-violations.ts';
import { LazyJson } from './lazy-json.ts';
import { loadBomValidator } from './load-bom-schema.ts';

/**
 * Lists the violations of a document as `validateSbom` does, without having it in memory: the items of its long lists are
 * parsed when they are validated.
 * @param bytes the document, in UTF-8.
 * @param onPart is called for each part that is parsed, when the one before is no longer needed.
 * @throws SyntaxError if it is no JSON.
 */
export const validateSbomBytes = async (
  bytes: Buffer,
  onPart: () => void = () => undefined,
): Promise<SchemaViolation[]> => {
  const deep = checkDepth(bytes);
  if (deep) return [deep];
  let reset = (): void => undefined;
  const forget = (): void => {
    reset();
    onPart();
  };
  const document = new LazyJson(bytes, forget).value();
  const head = checkHead(document);
  if (head) return [head];
  const { specVersion } = document as { specVersion: string };
  const validator = await loadBomValidator(specVersion);
  reset = validator.reset;
  return violationsOf(validator, document);
};
