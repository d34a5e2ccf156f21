import { knownDetection } from './known-detection.ts';
import type { AllowComment, Detection } from './model/assessed-unit.ts';
import type { DetectedFindings, KnownDetection } from './model/gate/reviewed-findings.ts';
import { ownSuppressions } from './model/gate/suppressions.ts';
import type { SecretCandidate, SecretVerifier } from './model/gate/secret-liveness.ts';
import type { CustomRule } from './model/gate/custom-rules.ts';
import type { SourceScanType } from './model/scan-type.ts';
import type { SourceFiles } from './model/source-files.ts';
import { loadEngineWithRules } from './source-engines.ts';
import { verifyIfAsked } from './secrets/verify-detections.ts';
import { mostSevere } from './source-files/most-severe.ts';
import { suppressionFinder, suppressionsInForce } from './suppression/suppress.ts';

/** Bounds what is carried from a reviewed commit to the judgment of another one. */
const maxDetections = 10_000;

/** A detection with its provider's answer, where there is one. */
const known = (detection: Detection, isAllowed: boolean): KnownDetection => ({
  ...knownDetection(detection, detection.file, isAllowed),
  ...(detection.kind === 'secret' && detection.liveness && { liveness: detection.liveness }),
});

/** Finds the secrets and weaknesses of files, and those of them that an adjacent comment allows. */
export const detectFindings = async (
  files: SourceFiles,
  {
    scanTypes,
    lineKey,
    customRules,
    secretVerifier: verifier,
  }: {
    scanTypes: readonly SourceScanType[];
    lineKey: string;
    customRules?: readonly CustomRule[] | undefined;
    /** Queries the providers of secrets; absent where none is queried. */
    secretVerifier?: SecretVerifier | undefined;
  },
): Promise<DetectedFindings> => {
  const found: Detection[] = [];
  const allowComments: AllowComment[] = [];
  const partialFiles: string[] = [];
  let isPartial = false;
  let unaskedSecrets = 0;
  for (const type of scanTypes) {
    const { engine } = await loadEngineWithRules(type, files, customRules);
    const result = engine.run({
      files,
      ignoreFile: { entries: [], truncated: false },
      lineKey,
      ...(verifier && { keepsSecret: (one: SecretCandidate) => verifier.accepts(one) }),
    });
    const verified = await verifyIfAsked(result.findings, result.secrets, verifier);
    unaskedSecrets += verified.unasked;
    isPartial ||= result.coverage.status !== 'assessed' && !result.coverage.nothingToAssess;
    for (const file of result.lost ?? []) partialFiles.push(file);
    for (const finding of verified.findings) found.push(finding);
    for (const comment of result.comments) allowComments.push(comment);
  }
  const unit = { unit: { path: '', type: 'source' as const }, ignoreEntries: [], allowComments };
  const find = suppressionFinder(unit, suppressionsInForce(unit, ownSuppressions));
  return {
    detections: mostSevere(found, maxDetections).map((each) => known(each, find(each) !== undefined)),
    // An engine stops at this many.
    complete: found.length < maxDetections,
    ...(isPartial && { isPartial }),
    ...(unaskedSecrets > 0 && { unaskedSecrets }),
    ...(partialFiles.length > 0 && { partialFiles }),
  };
};
