import type { ScanUnit } from '@scangate/domain/records';
import type { Finding } from '@scangate/engines/model/finding';
import { repositoryPath, type ReportSubject } from '../report-writer.ts';
import { describeFinding, type FindingDescription } from '../finding-description.ts';
import { oneLine } from '../safe-text.ts';
import { toleranceOf } from '../tolerated.ts';

/** A finding that counts, with the facts that every GitLab report states about it. */
export interface GitlabFinding {
  finding: Finding;
  description: FindingDescription;
  /** The path from the root of the repository. An uploaded SBOM has no file. */
  path: string;
  /** Returns the corresponding path of another file of the project unit. */
  pathOf: (file: string) => string;
  line: number;
  /** Distinguishes findings with the same fingerprint, in the order of the scan. */
  ordinal: number;
}

const maxPathLength = 4096;

/** No segment of a path leads out of the repository, and none is empty. */
const relativePath = (path: string): string =>
  oneLine(path, maxPathLength)
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .join('/');

/**
 * Collects the findings of a scan for a GitLab report, whose format cannot express that one is suppressed or waived.
 * Those are counted and left out.
 */
export class GitlabFindings {
  leftOut = 0;
  readonly #seen = new Map<string, number>();
  readonly #scan: ReportSubject['scan'];

  constructor({ scan }: ReportSubject) {
    this.#scan = scan;
  }

  *of(unit: ScanUnit, findings: readonly Finding[]): Generator<GitlabFinding> {
    for (const finding of findings) {
      if (toleranceOf(finding)) {
        this.leftOut += 1;
        continue;
      }
      const ordinal = (this.#seen.get(finding.fingerprint) ?? 0) + 1;
      this.#seen.set(finding.fingerprint, ordinal);
      const description = describeFinding(finding);
      const pathOf = (file: string) => relativePath(repositoryPath(this.#scan, unit, file)) || 'sbom';
      const line = Math.max(1, description.line ?? 1);
      yield { finding, description, path: pathOf(description.file), pathOf, line, ordinal };
    }
  }
}
