import { compareText } from '@scangate/engines/model/compare-text';
import { bySeverity } from '@scangate/engines/model/severity';
import { compareUnitFindings, type UnitFinding } from './unit-findings.ts';

/** The fields by which a list of findings can be filtered and counted. */
export const findingFacets = ['kind', 'severity', 'suppressed', 'projectUnitId'] as const;
export type FindingFacet = (typeof findingFacets)[number];

/** The kinds of findings, in the order of a list by kind. */
export const findingKinds = ['vulnerability', 'source', 'secret', 'license', 'code', 'upgrade'] as const;

export const findingSorts = [
  'severity',
  '-severity',
  'kind',
  '-kind',
  'file',
  '-file',
  'package',
  '-package',
] as const;
export type FindingSort = (typeof findingSorts)[number];

/** Several values of one filter are alternatives; several filters must all match. */
export interface FindingFilter {
  kind?: readonly string[] | undefined;
  severity?: readonly string[] | undefined;
  /** `true`: a suppression or a waiver takes the finding out of the verdict. */
  suppressed?: readonly string[] | undefined;
  projectUnitId?: readonly string[] | undefined;
  /** A substring of a name in the finding. */
  q?: string | undefined;
}

const valueOf = (finding: UnitFinding, facet: FindingFacet): string =>
  facet === 'suppressed' ? String(Boolean(finding.suppressed ?? finding.waived)) : finding[facet];

const searched = [
  'title',
  'file',
  'packageName',
  'version',
  'purl',
  'rule',
  'advisoryId',
  'cwe',
  'license',
  'message',
] as const;

/** Returns whether a finding contains a text in one of its names, ignoring case. */
const names = (finding: UnitFinding, text: string): boolean => {
  const fields: Partial<Record<string, unknown>> = { ...finding };
  const aliases = finding.kind === 'vulnerability' ? finding.aliases : [];
  return [...searched.map((field) => fields[field]), ...aliases].some(
    (value) => typeof value === 'string' && value.toLowerCase().includes(text),
  );
};

const passes = (finding: UnitFinding, filter: FindingFilter, facet: FindingFacet): boolean =>
  filter[facet]?.includes(valueOf(finding, facet)) ?? true;

const kindRank = new Map<string, number>(findingKinds.map((kind, index) => [kind, index]));

const packageOf = (finding: UnitFinding): string => ('packageName' in finding && finding.packageName) || '';

const orders: Record<string, (a: UnitFinding, b: UnitFinding) => number> = {
  severity: (a, b) => bySeverity(a.severity, b.severity),
  kind: (a, b) => (kindRank.get(a.kind) ?? 0) - (kindRank.get(b.kind) ?? 0),
  file: (a, b) => compareText(a.file, b.file),
  package: (a, b) => compareText(packageOf(a), packageOf(b)),
};

/** Orders findings; equal ones follow each other as in the list without a sort. */
const compareBy = (sort: FindingSort): ((a: UnitFinding, b: UnitFinding) => number) => {
  const direction = sort.startsWith('-') ? -1 : 1;
  const order = orders[sort.replace('-', '')] ?? compareUnitFindings;
  return (a, b) => direction * order(a, b) || compareUnitFindings(a, b);
};

/** The number of findings for each value of a facet. */
type FacetCounts = Record<string, number>;

interface Selection {
  findings: UnitFinding[];
  facets: Partial<Record<FindingFacet, FacetCounts>>;
}

/** Counts the findings that each value of a facet would show if only the filter by that facet were changed. */
const countFacet = (found: readonly UnitFinding[], filter: FindingFilter, facet: FindingFacet) => {
  const others = findingFacets.filter((each) => each !== facet);
  const counts = new Map<string, number>();
  for (const finding of found) {
    if (!others.every((each) => passes(finding, filter, each))) continue;
    const value = valueOf(finding, facet);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => compareText(a, b)));
};

/** Filters and sorts findings, and counts them by the requested facets. */
export const selectFindings = (
  all: readonly UnitFinding[],
  { filter, sort, facets }: { filter: FindingFilter; sort: FindingSort; facets: readonly FindingFacet[] },
): Selection => {
  const text = filter.q?.toLowerCase();
  const found = text === undefined ? all : all.filter((finding) => names(finding, text));
  return {
    findings: found
      .filter((finding) => findingFacets.every((facet) => passes(finding, filter, facet)))
      .toSorted(compareBy(sort)),
    facets: Object.fromEntries(facets.map((facet) => [facet, countFacet(found, filter, facet)])),
  };
};
