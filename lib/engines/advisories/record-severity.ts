import cvssCalculator from 'ae-cvss-calculator';
import { compareText } from '../model/compare-text.ts';
import { bySeverity, type Severity } from '../model/severity.ts';
import type { CvssScore, NewestRating } from '../model/advisory.ts';

export interface RatedSeverity {
  severity: Severity;
  cvss?: CvssScore;
  /** The rating of the newest CVSS version, where it is not `severity`. */
  newest?: NewestRating;
}

const { Cvss2, Cvss3P0, Cvss3P1, Cvss4P0 } = cvssCalculator;

const metricsOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const baseOfV2 = metricsOf('AV AC Au C I A');
const baseOfV3 = metricsOf('AV AC PR UI S C I A');
const baseOfV4 = metricsOf('AV AC AT PR UI VC VI VA SC SI SA');

/** Newest CVSS version first, with the metrics of its base score. */
const calculators = [
  { type: 'CVSS_V4', prefix: 'CVSS:4.0/', base: baseOfV4, read: (vector: string) => new Cvss4P0(vector) },
  { type: 'CVSS_V3', prefix: 'CVSS:3.1/', base: baseOfV3, read: (vector: string) => new Cvss3P1(vector) },
  { type: 'CVSS_V3', prefix: 'CVSS:3.0/', base: baseOfV3, read: (vector: string) => new Cvss3P0(vector) },
  { type: 'CVSS_V2', prefix: '', base: baseOfV2, read: (vector: string) => new Cvss2(vector) },
] as const;

const longestVector = 300;

const metricForm = /^[A-Za-z]{1,4}:[A-Za-z]{1,6}$/;

/**
 * Calculates the base score; temporal, threat and environmental metrics describe a day or an installation and do not
 * lower it. The calculator accepts duplicate and missing metrics and would rate the latter as harmless, so the vector
 * is checked first.
 */
const scoreOf = (
  vector: string,
  { read, prefix, base }: (typeof calculators)[number],
): number | undefined => {
  const bare = prefix === '' ? vector.replace(/^\((.*)\)$/s, '$1') : vector;
  const metrics = bare.slice(prefix.length).split('/');
  const nameOf = (metric: string): string => metric.split(':', 1)[0] ?? '';
  const names = new Set(metrics.map(nameOf));
  if (names.size !== metrics.length || !metrics.every((metric) => metricForm.test(metric))) return undefined;
  try {
    const parsed = read(`${prefix}${metrics.filter((metric) => base.has(nameOf(metric))).join('/')}`);
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
  NEGLIGIBLE: 'low',
};

/** Returns the severity of a database's own term; `unknown` for any other text. */
const severityOfWord = (word: unknown): Severity => {
  const upper = typeof word === 'string' ? word.trim().toUpperCase() : '';
  return (Object.hasOwn(words, upper) ? words[upper] : undefined) ?? 'unknown';
};

/** Returns the CVSS version of a vector. */
export const cvssVersion = (vector: string): number => {
  const [, version] = /^CVSS:(\d\.\d)\//.exec(vector) ?? [];
  return version === undefined ? 2 : Number(version);
};

const vectorsOf = (stated: unknown): { type: string; vector: string }[] =>
  (Array.isArray(stated) ? stated.slice(0, 20) : []).flatMap((entry: unknown) => {
    const { type, score } = (entry ?? {}) as { type?: unknown; score?: unknown };
    const usable = typeof type === 'string' && typeof score === 'string' && score.length <= longestVector;
    return usable ? [{ type, vector: score.trim() }] : [];
  });

/** Ubuntu states its own term in place of a score. */
const wordIn = (stated: unknown): string | undefined =>
  vectorsOf(stated).find(({ type }) => type === 'Ubuntu')?.vector;

/**
 * Rates a record by the highest of its CVSS base scores and the database's term, else `unknown`. When several
 * vectors give that rating, the newest CVSS version is shown, and within one version the highest score. Never
 * throws.
 * @param stated the record's `severity` member, unchecked.
 * @param word `database_specific.severity`, unchecked.
 */
export const rateSeverity = (stated: unknown, word: unknown): RatedSeverity => {
  const scored = vectorsOf(stated).flatMap(({ type, vector }) => {
    const at = calculators.findIndex((c) => c.type === type && vector.startsWith(c.prefix));
    const calculator = calculators[at];
    const score = calculator && scoreOf(vector, calculator);
    return score === undefined ? [] : [{ at, severity: ratingOf(score, type), cvss: { vector, score } }];
  });
  scored.sort(
    (a, b) =>
      bySeverity(a.severity, b.severity) ||
      a.at - b.at ||
      b.cvss.score - a.cvss.score ||
      compareText(a.cvss.vector, b.cvss.vector),
  );
  const named = severityOfWord(word ?? wordIn(stated));
  const [highest] = scored;
  if (!highest) return { severity: named };
  const severity = bySeverity(highest.severity, named) > 0 ? named : highest.severity;
  const [newest = highest] = scored.toSorted((a, b) => a.at - b.at || bySeverity(a.severity, b.severity));
  const rated = { severity: newest.severity, version: cvssVersion(newest.cvss.vector) };
  return { severity, cvss: highest.cvss, ...(rated.severity !== severity && { newest: rated }) };
};

/** The rating by the newest CVSS version; absent without a score. */
const newestOf = ({ severity, cvss, newest }: RatedSeverity): NewestRating | undefined =>
  newest ?? (cvss && { severity, version: cvssVersion(cvss.vector) });

/**
 * Returns the newer of two ratings, and within one CVSS version the more severe, unless the shown rating already
 * says the same.
 */
const newestOfBoth = (shown: RatedSeverity, other: RatedSeverity): NewestRating | undefined => {
  const [newest] = [newestOf(shown), newestOf(other)]
    .filter((each) => each !== undefined)
    .toSorted((a, b) => b.version - a.version || bySeverity(a.severity, b.severity));
  const isShown =
    newest?.severity === shown.severity &&
    shown.cvss !== undefined &&
    cvssVersion(shown.cvss.vector) === newest.version;
  return isShown ? undefined : newest;
};

/** Returns the higher of two ratings, with the newest rating of both. The order of the two does not matter. */
export const higherRating = (a: RatedSeverity, b: RatedSeverity): RatedSeverity => {
  const order =
    bySeverity(a.severity, b.severity) ||
    (b.cvss?.score ?? -1) - (a.cvss?.score ?? -1) ||
    compareText(a.cvss?.vector ?? '', b.cvss?.vector ?? '');
  const [{ newest: _own, ...shown }, other] = order > 0 ? [b, a] : [a, b];
  const newest = newestOfBoth(order > 0 ? b : a, other);
  return newest ? { ...shown, newest } : shown;
};
