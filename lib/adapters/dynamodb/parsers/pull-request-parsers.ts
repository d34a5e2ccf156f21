import {
  pullRequestReasons,
  type ComparedBase,
  type DifferenceCounts,
  type PullRequestCheck,
  type RangeHistory,
} from '@scangate/domain/verdict/decide-pull-request-check';
import type { CoverageDrop } from '@scangate/domain/comparison/coverage-dropped';
import { livenesses } from '@scangate/engines/model/gate/secret-liveness';
import type { HistoricSecret } from '@scangate/engines/model/gate/commit-range-findings';
import { severities } from '@scangate/engines/model/severity';
import type { SeverityCounts } from '@scangate/domain/verdict/verdict';
import type { ProposedSuppression } from '@scangate/engines/model/gate/suppressions';
import { flag, keyIn, listOf, number, objectOf, oneOf, optional, text } from './parse-value.ts';
import { proposed, severityCounts, threshold } from './verdict-parsers.ts';

const counts = objectOf<DifferenceCounts>({
  vulnerabilities: optional(
    objectOf<NonNullable<DifferenceCounts['vulnerabilities']>>({
      ...severityCounts,
      dependencies: number,
      code: number,
    }),
  ),
  secrets: optional(objectOf<SeverityCounts>(severityCounts)),
  licenses: optional(objectOf<NonNullable<DifferenceCounts['licenses']>>({ nonCompliant: number })),
});

const reason = oneOf(pullRequestReasons);

export const pullRequestCheck = objectOf<PullRequestCheck>({
  verdict: keyIn<PullRequestCheck['verdict']>({ PASS: true, FAIL: true, ERROR: true }),
  reason,
  reasons: listOf(reason),
  severityThreshold: optional(threshold),
  base: objectOf<ComparedBase>({ commitHash: optional(text), scanId: optional(text), verified: flag }),
  introduced: counts,
  fixed: counts,
  unchanged: counts,
  introducedFingerprints: optional(listOf(text)),
  coverageDropped: listOf(
    objectOf<CoverageDrop>({
      dimension: keyIn<CoverageDrop['dimension']>({ secrets: true, sast: true, dependencies: true }),
      path: text,
      reason: text,
    }),
  ),
  suppressionsProposed: listOf(objectOf<ProposedSuppression>(proposed)),
  history: optional(
    objectOf<RangeHistory>({
      commits: number,
      secrets: listOf(
        objectOf<HistoricSecret>({
          commitHash: text,
          file: text,
          line: number,
          rule: text,
          severity: oneOf(severities),
          fingerprint: text,
          liveness: optional(oneOf(livenesses)),
        }),
      ),
      unread: listOf(text),
    }),
  ),
});
