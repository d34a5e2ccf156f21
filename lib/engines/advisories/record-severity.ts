import cvssCalculator from 'ae-cvss-calculator';
import type { Severity } from '../model/severity.ts';
import type { CvssScore } from '../model/advisory.ts';

export interface RatedSeverity {
  severity: Severity;
  cvss?: CvssScore;
}

const { Cvss2, Cvss3P0, Cvss3P1, Cvss4P0 } = cvssCalculator;

/** Newest CVSS version first; it wins if a record has several. */
const calculators = [
  { type: 'CVSS_V4', prefix: 'CVSS:4.0/', read: (vector: string) => new Cvss4P0(vector) },
  { type: 'CVSS_V3', prefix: 'CVSS:3.1/', read: (vector: string) => new Cvss3P1(vector) },
  { type: 'CVSS_V3', prefix: 'CVSS:3.0/', read: (vector: string) => new Cvss3P0(vector) },
  { type: 'CVSS_V2', prefix: '', read: (vector: string) => new Cvss2(vector) },
] as const;

const longestVector = 300;

const metricForm = /^\(?[A-Za-z]{1,4}:[A-Za-z]{1,6}\)?$/;

/**
 * Calculates the score. The calculator accepts duplicate and missing metrics and would rate the latter as
 * harmless, so the vector is checked first.
 */
const scoreOf = (vector: string, { read, prefix }: (typeof calculators)[number]): number | undefined => {
  const metrics = vector.slice(prefix.length).split('/');
  const names = new Set(metrics.map((metric) => metric.split(':', 1)[0]));
  if (names.size !== metrics.length || !metrics.every((metric) => metricForm.test(metric))) return undefined;
  try {
    const parsed = read(vector);
    const score = parsed.isBaseFullyDefined() ? parsed.calculateScores().overall : undefined;
    return score !== undefined && score >= 0 && score <= 10 ? score : undefined;
  } catch {
    return undefined;
  }
};

const ratingOf = (score: number, type: string): Severity => {
  if (score >= 9 && type !== 'CVSS_V2') return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
};

const words: Record<string, Severity> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  IMPORTANT: 'high',
  MODERATE: 'medium',
  MEDIUM: 'medium',
  LOW: 'low',
};

/** Returns the severity of a database's own word; `unknown` for any other text. */
const severityOfWord = (word: unknown): Severity => {
  const upper = typeof word === 'string' ? word.trim().toUpperCase() : '';
  return (Object.hasOwn(words, upper) ? words[upper] : undefined) ?? 'unknown';
};

const vectorsOf = (stated: unknown): { type: string; vector: string }[] =>
  (Array.isArray(stated) ? stated.slice(0, 20) : []).flatMap((entry: unknown) => {
    const { type, score } = (entry ?? {}) as { type?: unknown; score?: unknown };
    const usable = typeof type === 'string' && typeof score === 'string' && score.length <= longestVector;
    return usable ? [{ type, vector: score.trim() }] : [];
  });

/**
 * Rates a record: by its newest CVSS version that can be scored, else by the database's word, else `unknown`.
 * Of several vectors of one version the highest score counts. Never throws.
 * @param stated the record's `severity` member, unchecked.
 * @param word `database_specific.severity`, unchecked.
 */
export const rateSeverity = (stated: unknown, word: unknown): RatedSeverity => {
  const vectors = vectorsOf(stated);
  for (const version of ['CVSS_V4', 'CVSS_V3', 'CVSS_V2']) {
    const scored = vectors
      .filter(({ type }) => type === version)
      .flatMap(({ vector }) => {
        const calculator = calculators.find((c) => c.type === version && vector.startsWith(c.prefix));
        const score = calculator && scoreOf(vector, calculator);
        return score === undefined ? [] : [{ vector, score }];
      })
      .sort((a, b) => b.score - a.score || (a.vector < b.vector ? -1 : 1));
    const [cvss] = scored;
    if (cvss) return { severity: ratingOf(cvss.score, version), cvss };
  }
  return { severity: severityOfWord(word) };
};
