import type { Finding } from '@scangate/engines/model/finding';
import { severityRank, type Severity, type Threshold } from '@scangate/engines/model/severity';

/** The part of a summary that a finding counts in. */
export type Dimension = 'dependencies' | 'code' | 'secrets' | 'licenses';

/** A finding in the form that is compared with those of another scan; small enough to be kept for a whole unit. */
export interface ComparedFinding {
  dimension: Dimension;
  severity: Severity;
  /** Whether it counts: it is neither suppressed, waived or ignored, nor left to auditors. */
  counts: boolean;
  /** The severity as a number, where an unknown one counts as the policy says. */
  level: number;
  /** False for a dependency that is only needed for development. */
  production: boolean;
  fingerprint: string;
  file: string;
  /** A key of its content wherever it is: equal in a renamed file and in a moved unit. */
  content: string;
  /** All ids of a vulnerability. Two vulnerabilities that share one are the same. */
  ids?: readonly string[];
}

/** The rules that decide whether findings of a scan count. */
export interface CountingRules {
  counts: (finding: Finding) => boolean;
  unknownSeverityAs: Threshold;
}

type Identity = Pick<ComparedFinding, 'dimension' | 'content' | 'production'> & { ids?: readonly string[] };

const purlType = (purl: string | undefined): string => /^pkg:([^/]+)\//.exec(purl ?? '')?.[1] ?? '';

const contentOf = (...parts: string[]): string => JSON.stringify(parts);

/** A vulnerability is identified by its ids and its package, in any version and any lockfile of the unit. */
const identityOf = (finding: Finding): Identity | undefined => {
  if (finding.kind === 'vulnerability')
    return {
      dimension: 'dependencies',
      content: contentOf(finding.kind, purlType(finding.purl), finding.packageName),
      production: finding.scope !== 'dev',
      ids: [finding.advisoryId, ...finding.aliases],
    };
  if (finding.kind === 'source')
    return {
      dimension: 'dependencies',
      content: contentOf(finding.kind, finding.rule, finding.packageName ?? ''),
      production: true,
    };
  if (finding.kind === 'license')
    return {
      dimension: 'licenses',
      content: contentOf(finding.kind, finding.license, purlType(finding.purl), finding.packageName),
      production: true,
    };
  if (finding.kind === 'upgrade') return undefined;
  return {
    dimension: finding.kind === 'code' ? 'code' : 'secrets',
    content: contentOf(finding.kind, finding.contextHash ?? finding.fingerprint),
    production: true,
  };
};

/** Reduces a finding to the parts that a comparison needs; undefined for advice, which never counts. */
export const comparedFinding = (
  finding: Finding,
  { counts, unknownSeverityAs }: CountingRules,
): ComparedFinding | undefined => {
  const identity = identityOf(finding);
  if (!identity) return undefined;
  const { severity, fingerprint, file } = finding;
  return {
    ...identity,
    severity,
    counts: counts(finding),
    level: severityRank(severity, unknownSeverityAs),
    fingerprint,
    file,
  };
};
