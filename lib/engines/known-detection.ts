import type { CodeFinding, SecretFinding } from './model/finding.ts';
import type { Detection } from './model/assessed-unit.ts';
import type { KnownDetection } from './model/gate/reviewed-findings.ts';

/** Returns a key that is equal for the same secret or code in files of other names. */
export const contentOfDetection = ({ contextHash, fingerprint }: SecretFinding | CodeFinding): string =>
  contextHash ?? fingerprint;

/** Returns the start of a weakness's data flow in its own file. */
export const originOf = (detection: SecretFinding | CodeFinding): string | undefined =>
  detection.kind === 'code' ? detection.flow?.find(({ file }) => file === undefined)?.message : undefined;

/**
 * Reduces a detection to the parts that are compared with those of another commit.
 * @param file its path from the root of the repository.
 */
export const knownDetection = (detection: Detection, file: string, isAllowed: boolean): KnownDetection => {
  const { kind, rule, severity, line, sample } = detection;
  const origin = originOf(detection);
  return {
    kind,
    rule,
    severity,
    file,
    line,
    content: contentOfDetection(detection),
    ...(origin !== undefined && { origin }),
    ...(sample && { sample }),
    ...(isAllowed && { allowed: true }),
  };
};
