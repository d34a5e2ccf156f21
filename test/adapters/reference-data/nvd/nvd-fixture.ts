import { vector } from '#test/engines/sca/advisory-fixtures.ts';

/** An entry of an NVD feed with the members that are read, and one that is not. */
export const nvdEntry = (id: string, score?: string, status = 'Analyzed') => ({
  cve: {
    id,
    vulnStatus: status,
    descriptions: [{ lang: 'en', value: 'A "quoted" brace } and \\ bracket ] in {the} [text].' }],
    metrics:
      score === undefined
        ? {}
        : { cvssMetricV31: [{ source: 'nvd@nist.gov', type: 'Primary', cvssData: { vectorString: score } }] },
  },
});

export const nvdFeed = (...entries: unknown[]) => ({
  resultsPerPage: entries.length,
  format: 'NVD_CVE',
  version: '2.0',
  vulnerabilities: entries,
});

/** A feed with one rating. */
export const feedOf = (id: string, score = vector.high) => nvdFeed(nvdEntry(id, score));
