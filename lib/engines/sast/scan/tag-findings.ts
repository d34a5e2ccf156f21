import { placedFindings, unionOf, type PlacedFinding } from '../hit-findings.ts';
import type { TemplateHit } from '../templates/scan-template.ts';

/** Whether code in a tag has the weakness that the tag has. */
const isSame = ({ start, finding }: PlacedFinding, { rule, at: { place } }: TemplateHit): boolean =>
  finding.cwe === rule.cwe && place.start <= start && start < place.end;

/**
 * Adds the findings in the tags of a page to those in its code. Where both have the same weakness, what a tag only suggests is left
 * out, and what it shows by itself replaces the code's.
 */
export const withTags = (
  path: string,
  inCode: readonly PlacedFinding[],
  inTags: readonly TemplateHit[],
): PlacedFinding[] => {
  const certain = inTags.filter(({ rule }) => rule.confidence !== 'low');
  const kept = inCode.filter((one) => !certain.some((hit) => isSame(one, hit)));
  const open = inTags.filter(
    (hit) => hit.rule.confidence !== 'low' || !inCode.some((one) => isSame(one, hit)),
  );
  return unionOf(kept, placedFindings(path, open));
};
