import type { Detection, SecretDetection } from '../model/assessed-unit.ts';
import type { Coverage } from '../model/coverage.ts';
import type { Liveness, SecretVerifier } from '../model/gate/secret-liveness.ts';
import { bySeverity } from '../model/severity.ts';

/** The secrets of detections in clear text, which leave the memory of a scan only for their providers. */
export type FoundSecrets = ReadonlyMap<SecretDetection, string>;

/** Takes one item of each list in turn, for as long as a list has any. */
const inTurns = <T>(lists: readonly (readonly T[])[]): T[] => {
  const found: T[] = [];
  let open = lists;
  for (let round = 0; open.length > 0; round += 1) {
    open = open.filter(({ length }) => round < length);
    for (const list of open) found.push(list[round]!);
  }
  return found;
};

const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] => [
  ...Map.groupBy(items, keyOf).values(),
];

/**
 * Orders secrets for the limited checks of a scan: in turns of their kinds, then of samples and other files, then of
 * the files themselves. So a flood of fakes, of one kind or in one file, does not use up the checks of the others. Of
 * the same turn the most severe are first, and those outside of samples.
 */
const fairOrder = (detections: readonly SecretDetection[]): SecretDetection[] => {
  const sorted = detections.toSorted(
    (a, b) => Number(a.sample ?? false) - Number(b.sample ?? false) || bySeverity(a.severity, b.severity),
  );
  return inTurns(
    grouped(sorted, ({ rule }) => rule).map((ofKind) =>
      inTurns(
        grouped(ofKind, ({ sample }) => String(sample ?? false)).map((ofSample) =>
          inTurns(grouped(ofSample, ({ file }) => file)),
        ),
      ),
    ),
  );
};

interface VerifiedDetections {
  findings: Detection[];
  /** The number of secrets that no provider was asked about, because a limit was reached. */
  unasked: number;
}

/**
 * Adds the answers of providers to the detections of secrets. Each secret is queried once. Detections without a
 * provider are returned unchanged.
 */
const verifyDetections = async (
  detections: readonly Detection[],
  secrets: FoundSecrets,
  verifier: SecretVerifier,
): Promise<VerifiedDetections> => {
  const asked = new Map<string, SecretDetection[]>();
  for (const detection of fairOrder([...secrets.keys()])) {
    const candidate = { rule: detection.rule, secret: secrets.get(detection) ?? '' };
    if (!verifier.accepts(candidate)) continue;
    const key = JSON.stringify([candidate.rule, candidate.secret]);
    const others = asked.get(key);
    if (others) others.push(detection);
    else asked.set(key, [detection]);
  }
  if (asked.size === 0) return { findings: [...detections], unasked: 0 };
  const candidates = [...asked.values()].flatMap(([first]) =>
    first ? [{ rule: first.rule, secret: secrets.get(first) ?? '' }] : [],
  );
  const answers = await verifier.verify(candidates);
  const livenessOf = new Map<Detection, Liveness>();
  let unasked = 0;
  for (const [index, group] of [...asked.values()].entries()) {
    const answer = answers[index] ?? 'unasked';
    if (answer === 'unasked') unasked += 1;
    for (const detection of group) livenessOf.set(detection, answer === 'unasked' ? 'unknown' : answer);
  }
  const findings = detections.map((detection) => {
    const liveness = livenessOf.get(detection);
    return detection.kind === 'secret' && liveness ? { ...detection, liveness } : detection;
  });
  return { findings, unasked };
};

/** Adds the answers of providers to the detections of an engine, where it returns secrets and a verifier is given. */
export const verifyIfAsked = async (
  detections: readonly Detection[],
  secrets: FoundSecrets | undefined,
  verifier: SecretVerifier | undefined,
): Promise<VerifiedDetections> =>
  secrets && verifier
    ? verifyDetections(detections, secrets, verifier)
    : { findings: [...detections], unasked: 0 };

/** Adds to the coverage that no provider was asked about some secrets: a live one may be among them. */
export const withUnasked = (coverage: Coverage, unasked: number): Coverage =>
  unasked === 0
    ? coverage
    : {
        ...coverage,
        status: coverage.status === 'assessed' ? 'partial' : coverage.status,
        gaps: [
          ...coverage.gaps,
          {
            reason: 'secrets that no provider was asked about: the limit of a scan is reached',
            count: unasked,
          },
        ],
      };
