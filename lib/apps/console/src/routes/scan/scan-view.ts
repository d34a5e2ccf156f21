import type { ArgumentsOf } from '@scangate/client';

export const severities = ['critical', 'high', 'medium', 'low', 'unknown'] as const;
export const kinds = ['vulnerability', 'code', 'secret', 'license', 'source'] as const;
export const scanTabs = ['findings', 'changes', 'upgrades', 'units', 'evidence'] as const;

/** The state of the Scan page, which is its URL. */
export interface ScanView {
  tab: (typeof scanTabs)[number];
  q: string;
  severity: readonly (typeof severities)[number][];
  kind: readonly (typeof kinds)[number][];
  state: '' | 'counts' | 'tolerated';
  /** The open finding. */
  finding: string;
  /** The scan that this one is compared with. */
  with: string;
  change: 'introduced' | 'fixed' | 'unchanged';
}

type FindingQuery = NonNullable<NonNullable<ArgumentsOf<'list-findings'>[0]>['query']>;

/** The largest page of the service: ten of them hold ten thousand findings. */
const pageSize = 1000;

const suppressedOf = { '': undefined, counts: 'false', tolerated: 'true' } as const;

/** Turns the filters of the URL into those of the service. Upgrades have a tab of their own. */
export const findingQuery = ({ q, severity, kind, state }: ScanView): FindingQuery => {
  const suppressed = suppressedOf[state];
  return {
    limit: pageSize,
    facets: 'kind,severity',
    kind: (kind.length > 0 ? kind : kinds).join(','),
    ...(severity.length > 0 && { severity: severity.join(',') }),
    ...(q.trim() !== '' && { q: q.trim().slice(0, 200) }),
    ...(suppressed !== undefined && { suppressed }),
  };
};

/** Returns how many findings each value of a facet has. */
export const facetCounts = (
  facets: Readonly<Record<string, Readonly<Record<string, number>>>> | undefined,
  name: string,
): Readonly<Record<string, number>> | undefined => facets?.[name];
