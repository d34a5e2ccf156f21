import { contentOfDetection } from './known-detection.ts';
import type { Detection } from './model/assessed-unit.ts';
import type { GateInputs } from './model/gate/gate-inputs.ts';
import type { KnownDetection, ReviewedFindings } from './model/gate/reviewed-findings.ts';
import type { SuppressionEntry } from './model/gate/suppressions.ts';
import { defaultTestFolders } from './model/gate/policy.ts';
import { bySeverity, moreSevere, type Severity } from './model/severity.ts';
import { entryMatches } from './suppression/entry-matcher.ts';
import { fromRoot } from './suppression/suppress.ts';

export type RelocationInputs = Pick<GateInputs, 'policy'> &
  Partial<Pick<GateInputs, 'suppressions' | 'reviewedFindings' | 'baseFindings'>>;

const placeKey = ({ kind, file, content }: Pick<KnownDetection, 'kind' | 'file' | 'content'>): string =>
  JSON.stringify([kind, file, content]);

const contentKey = ({ kind, content }: Pick<KnownDetection, 'kind' | 'content'>): string =>
  JSON.stringify([kind, content]);

/** Returns whether the reviewed commit's own entries suppress a finding. */
const isSuppressed = (known: KnownDetection, entries: readonly SuppressionEntry[]): boolean => {
  const { kind, rule, file, allowed } = known;
  if (allowed) return true;
  const finding = { kind, rule, file } as Parameters<typeof entryMatches>[1];
  const last = entries.findLast((entry) => entryMatches(entry, finding, file));
  return last !== undefined && !last.negated;
};

/** The findings of one reviewed commit: how often each occurs in each file, and its severity where it counts. */
class ReviewedPlaces {
  readonly #counts = new Map<string, number>();
  readonly #severities = new Map<string, Severity>();
  readonly #changed: ReadonlySet<string> | undefined;
  readonly #complete: boolean;

  constructor({ detections, changed, complete }: ReviewedFindings, gate: RelocationInputs) {
    const lowered = { ...defaultTestFolders, ...gate.policy.testFolders };
    const { mode = 'none', entries = [] } = gate.suppressions ?? {};
    const inForce = mode === 'none' ? [] : entries.toSorted((a, b) => a.file.length - b.file.length);
    for (const known of detections) {
      const place = placeKey(known);
      this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
      if (isSuppressed(known, inForce)) continue;
      const most = lowered[known.kind === 'secret' ? 'secrets' : 'code'];
      const severity = known.sample && bySeverity(known.severity, most) < 0 ? most : known.severity;
      const content = contentKey(known);
      this.#severities.set(content, moreSevere(severity, this.#severities.get(content) ?? severity));
    }
    this.#changed = changed === 'all' ? undefined : new Set(changed);
    this.#complete = complete;
  }

  /** Whether the reviewed commit has as many of these in this file. */
  has(known: Pick<KnownDetection, 'kind' | 'file' | 'content'>, ordinal: number): boolean {
    const isSameFile = this.#changed !== undefined && !this.#changed.has(known.file);
    return isSameFile || ordinal < (this.#counts.get(placeKey(known)) ?? 0);
  }

  /** Returns the severity at its other places; in files that were not examined, it may be anything. */
  severityOf(known: Pick<KnownDetection, 'kind' | 'content'>): Severity | undefined {
    return this.#severities.get(contentKey(known)) ?? (this.#complete ? undefined : 'critical');
  }
}

/**
 * Finds the detections that a reviewed commit has in another place where they count, with their severity there. They
 * keep that severity wherever they move, and no entry for their new place covers them. Detections that the reviewed
 * side never had are judged where they are.
 */
export const relocatedDetections = (
  detections: readonly Detection[],
  unitPath: string,
  gate: RelocationInputs,
): Map<Detection, Severity> => {
  const relocated = new Map<Detection, Severity>();
  const sides = [gate.reviewedFindings, gate.baseFindings]
    .filter((side) => side !== undefined)
    .map((side) => new ReviewedPlaces(side, gate));
  if (sides.length === 0) return relocated;
  const seen = new Map<string, number>();
  for (const detection of detections) {
    const file = fromRoot(unitPath, detection.file);
    const known = { kind: detection.kind, file, content: contentOfDetection(detection) };
    const ordinal = seen.get(placeKey(known)) ?? 0;
    seen.set(placeKey(known), ordinal + 1);
    if (sides.some((side) => side.has(known, ordinal))) continue;
    for (const side of sides) {
      const severity = side.severityOf(known);
      if (severity) relocated.set(detection, moreSevere(severity, relocated.get(detection) ?? severity));
    }
  }
  return relocated;
};
