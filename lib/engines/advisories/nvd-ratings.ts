import { gunzipSync, gzipSync } from 'node:zlib';
import { compareText } from '../model/compare-text.ts';
import { severities, type Severity } from '../model/severity.ts';
import { isObject } from './osv-record.ts';
import { rateSeverity, type RatedSeverity } from './record-severity.ts';

/** A CVE in an NVD feed; it is unrated when the feed has no rating, or when it was rejected. */
export interface NvdRow {
  cve: string;
  rating?: RatedSeverity;
}

/** The ratings of one feed year by CVE id. */
export type RatingTable = ReadonlyMap<string, RatedSeverity>;

const cveForm = /^CVE-(\d{4})-\d{4,8}$/;

/** NVD's first feed also holds all earlier years. */
const firstFeedYear = 2002;

/** Returns the year of the feed that holds a CVE; undefined for other ids. */
export const feedYear = (id: string): string | undefined => {
  const [, year] = cveForm.exec(id) ?? [];
  return year === undefined ? undefined : String(Math.max(firstFeedYear, Number(year)));
};

const metricTypes: Record<string, string> = {
  cvssMetricV40: 'CVSS_V4',
  cvssMetricV31: 'CVSS_V3',
  cvssMetricV30: 'CVSS_V3',
  cvssMetricV2: 'CVSS_V2',
};

/** Returns the vectors of NVD and of the CVE's own source in the form of an OSV record. */
const vectorsOf = (metrics: unknown): { type: string; score: unknown }[] =>
  Object.entries(metricTypes).flatMap(([name, type]) => {
    const listed = isObject(metrics) ? metrics[name] : undefined;
    return (Array.isArray(listed) ? listed.slice(0, 10) : []).flatMap((metric: unknown) => {
      const data = isObject(metric) ? metric['cvssData'] : undefined;
      return isObject(data) ? [{ type, score: data['vectorString'] }] : [];
    });
  });

/** Parses an entry of an NVD feed (schema 2.0), which may be the bare CVE; undefined when it is malformed. */
export const nvdRow = (entry: unknown): NvdRow | undefined => {
  const cve = isObject(entry) && isObject(entry['cve']) ? entry['cve'] : entry;
  if (!isObject(cve) || typeof cve['id'] !== 'string' || !cveForm.test(cve['id'])) return undefined;
  const { id } = cve;
  if (cve['vulnStatus'] === 'Rejected') return { cve: id };
  const rating = rateSeverity(vectorsOf(cve['metrics']), undefined);
  return rating.severity === 'unknown' ? { cve: id } : { cve: id, rating };
};

const format = 1;
const largestBytes = 1 << 28;

type StoredRow = [
  cve: string,
  severity: Severity,
  cvss?: [vector: string, score: number],
  newest?: [severity: Severity, version: number],
];

/** Encodes a table. Equal ratings give equal bytes in any order. */
export const encodeRatings = (table: RatingTable): Uint8Array => {
  const rows = [...table]
    .sort(([a], [b]) => compareText(a, b))
    .map(([cve, { severity, cvss, newest }]): StoredRow => {
      if (!cvss) return [cve, severity];
      const score: [string, number] = [cvss.vector, cvss.score];
      return newest ? [cve, severity, score, [newest.severity, newest.version]] : [cve, severity, score];
    });
  return gzipSync(JSON.stringify({ format, rows }), { level: 9 });
};

/** Decodes a table. @throws Error when the bytes have another format. */
export const decodeRatings = (packed: Uint8Array): Map<string, RatedSeverity> => {
  const text = gunzipSync(packed, { maxOutputLength: largestBytes }).toString();
  const stored = JSON.parse(text) as { format?: unknown; rows?: unknown };
  if (stored.format !== format || !Array.isArray(stored.rows))
    throw new Error('the ratings have another format');
  return new Map(
    (stored.rows as StoredRow[]).map(([cve, severity, cvss, newest]) => {
      if (!severities.includes(severity)) throw new Error('the ratings have another format');
      const rating: RatedSeverity = {
        severity,
        ...(cvss && { cvss: { vector: cvss[0], score: cvss[1] } }),
        ...(newest && { newest: { severity: newest[0], version: newest[1] } }),
      };
      return [cve, rating];
    }),
  );
};
