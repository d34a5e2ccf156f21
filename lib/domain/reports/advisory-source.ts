import { oneLine } from './safe-text.ts';

/** The publishers of advisory ids, with the page of an id. */
const sources = [
  { pattern: /^CVE-/, kind: 'cve', name: 'NVD', address: 'https://nvd.nist.gov/vuln/detail/' },
  { pattern: /^GHSA-/, kind: 'ghsa', name: 'GitHub', address: 'https://github.com/advisories/' },
] as const;
const fallback = { kind: 'osv', name: 'OSV', address: 'https://osv.dev/vulnerability/' } as const;

/** Returns the publisher of an advisory, and its page. */
export const advisorySource = (id: string) => {
  const { kind, name, address } = sources.find(({ pattern }) => pattern.test(id)) ?? fallback;
  return { kind, name, url: `${address}${encodeURIComponent(oneLine(id))}` };
};
