import { expect, test } from 'vitest';
import { affectingAdvisories, summarizeAdvisories } from '@scangate/domain/bundles/affecting-advisories';
import type { Finding } from '@scangate/engines/model/finding';
import { findingsOfEachKind } from '#test/domain/reports/ended-scan.ts';

const vulnerability = findingsOfEachKind.find(({ kind }) => kind === 'vulnerability');
const waived = (waiverId: string, expiresAt: string) => ({
  waived: { waiverId, reason: 'Not reachable', approvedBy: 'p-1', expiresAt },
});
/** The same advisory in one member after the other. */
const listOf = (...marks: object[]) =>
  affectingAdvisories(
    marks.map((mark, index) => ({
      member: { repositoryId: `r-${index}` },
      findings: [{ ...vulnerability, waived: undefined, suppressed: undefined, ...mark } as Finding],
    })),
  );

const soon = '2026-04-01T00:00:00.000Z';
const late = '2026-06-01T00:00:00.000Z';
const suppressed = { suppressed: { by: '.scangateignore' } };

test.each([
  ['no waiver', [{}], undefined],
  ['one member open', [waived('w-1', soon), {}], undefined],
  ['the first member open', [{}, waived('w-1', soon)], undefined],
  ['one waiver', [waived('w-1', late)], { waiverIds: ['w-1'], until: late }],
  ['two waivers', [waived('w-2', late), waived('w-1', soon)], { waiverIds: ['w-1', 'w-2'], until: soon }],
  ['a waiver and a suppression', [suppressed, waived('w-1', soon)], { waiverIds: ['w-1'], until: soon }],
  ['suppressions', [suppressed, suppressed], {}],
])('an advisory is accepted until the first waiver ends: %s', (_title, marks, accepted) => {
  const list = listOf(...marks);
  expect(list.map((one) => one.accepted)).toEqual([accepted]);
  expect(summarizeAdvisories(list)).toEqual({
    count: accepted ? 0 : 1,
    ...(accepted && 'waiverIds' in accepted && { waiverIds: accepted.waiverIds }),
  });
});
