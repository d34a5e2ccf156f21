import { expect, test } from 'vitest';
import { facetCounts, findingQuery, type ScanView } from '@scangate/console/routes/scan/scan-view.ts';

const view: ScanView = {
  tab: 'findings',
  q: '',
  severity: [],
  kind: [],
  state: '',
  finding: '',
  with: '',
  change: 'introduced',
};

test('without filters every kind but upgrades is requested, a thousand at once', () => {
  expect(findingQuery(view)).toEqual({
    limit: 1000,
    facets: 'kind,severity',
    kind: 'vulnerability,code,secret,license,source',
  });
});

test('each filter becomes one of the service', () => {
  expect(
    findingQuery({
      ...view,
      q: '  lodash ',
      severity: ['critical', 'high'],
      kind: ['secret'],
      state: 'tolerated',
    }),
  ).toEqual({
    limit: 1000,
    facets: 'kind,severity',
    kind: 'secret',
    severity: 'critical,high',
    q: 'lodash',
    suppressed: 'true',
  });
  expect(findingQuery({ ...view, state: 'counts' }).suppressed).toBe('false');
});

test('a search is no longer than the service accepts', () => {
  expect(findingQuery({ ...view, q: 'x'.repeat(4_000) }).q).toHaveLength(200);
});

test('a facet without counts from the service has none', () => {
  expect(facetCounts({ kind: { secret: 2 } }, 'kind')).toEqual({ secret: 2 });
  expect(facetCounts(undefined, 'kind')).toBeUndefined();
});
