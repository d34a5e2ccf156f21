import type { Detection, SecretDetection } from '../model/assessed-unit.ts';
import type { SecretVerifier } from '../model/gate/secret-liveness.ts';
import { bySeverity } from '../model/severity.ts';

/** The secrets of detections in clear text, which leave the memory of a scan only for their providers. */
export type FoundSecrets = ReadonlyMap<SecretDetection, string>;

/** Puts detections that are judged most severely first, so that samples do not use up the checks of a scan. */
const bySample = (a: SecretDetection, b: SecretDetection): number =>
  Number(a.sample ?? false) - Number(b.sample ?? false) || bySeverity(a.severity, b.severity);

/**
 * Adds the answers of providers to the detections of secrets. Each secret is queried once. Detections without a
 * provider are returned unchanged.
 */
export const verifyDetections = async (
  detections: readonly Detection[],
  secrets: FoundSecrets,
  verifier: SecretVerifier,
): Promise<Detection[]> => {
  const asked = new Map<string, SecretDetection[]>();
  for (const detection of [...secrets.keys()].toSorted(bySample)) {
    const candidate = { rule: detection.rule, secret: secrets.get(detection) ?? '' };
    if (!verifier.accepts(candidate)) continue;
    const key = JSON.stringify([candidate.rule, candidate.secret]);
    const others = asked.get(key);
    if (others) others.push(detection);
    else asked.set(key, [detection]);
  }
  if (asked.size === 0) return [...detections];
  const candidates = [...asked.values()].flatMap(([first]) =>
    first ? [{ rule: first.rule, secret: secrets.get(first) ?? '' }] : [],
  );
  const answers = await verifier.verify(candidates);
  const answerOf = new Map<Detection, (typeof answers)[number]>();
  for (const [index, group] of [...asked.values()].entries())
    for (const detection of group) answerOf.set(detection, answers[index] ?? 'unknown');
  return detections.map((detection) => {
    const liveness = answerOf.get(detection);
    return detection.kind === 'secret' && liveness ? { ...detection, liveness } : detection;
  });
};
