import { contentOfDetection, originOf } from '../known-detection.ts';
import type { GateInputs } from '../model/gate/gate-inputs.ts';
import type { KnownDetection } from '../model/gate/reviewed-findings.ts';
import type { Suppressible } from './entry-matcher.ts';

/** Tells whether the weakness that a comment covers was reviewed with the comment. */
export type IsReviewedCode = (finding: Suppressible, isByLine: boolean) => boolean;

const keyOf = ({ rule, content, origin = '' }: Pick<KnownDetection, 'rule' | 'content' | 'origin'>): string =>
  JSON.stringify([rule, content, origin]);

/**
 * Makes the test for weaknesses under reviewed comments. The line of a weakness says nothing about the data that
 * reaches it: if the reviewed side does not have the weakness, an edit elsewhere has caused it.
 */
export const reviewedCodeTest = ({
  suppressions,
  reviewedFindings,
}: Pick<GateInputs, 'suppressions' | 'reviewedFindings'>): IsReviewedCode => {
  const { mode, comments } = suppressions;
  if (mode !== 'reviewed' || comments === 'own' || !reviewedFindings) return () => true;
  const { detections, commented } = reviewedFindings;
  const known = new Set([...detections, ...(commented ?? [])].map(keyOf));
  return (finding, isByLine) => {
    if (finding.kind !== 'code' || (commented === undefined && !isByLine)) return true;
    const origin = originOf(finding);
    const { rule } = finding;
    return known.has(
      keyOf({ rule, content: contentOfDetection(finding), ...(origin !== undefined && { origin }) }),
    );
  };
};
