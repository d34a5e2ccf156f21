import { describe, expect, test } from 'vitest';
import { junitReport } from '@scangate/domain/reports/junit';
import { markdownReport } from '@scangate/domain/reports/markdown';
import { vexReport } from '@scangate/domain/reports/vex';
import { failsGate } from '@scangate/domain/reports/finding-description';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Finding } from '@scangate/engines/model/finding';
import { findingsOfEachKind, renderReport, suppressed, vulnerability } from './ended-scan.ts';
import { only, sarif } from './sarif/sarif-run.ts';

const waived = {
  waiverId: '0195d6a0-0000-7000-8000-000000000001',
  reason: 'not reachable <b>here</b>',
  approvedBy: '0195d6a0-0000-7000-8000-000000000002',
  expiresAt: '2026-05-01T00:00:00.000Z',
};
const withWaiver = <F extends Finding>(finding: F): F => ({ ...finding, waived });
const one = withWaiver(vulnerability);

/** Every report names these four. */
const told = [waived.waiverId, 'not reachable', waived.approvedBy, '2026-05-01T00:00:00.000Z'];

describe('a waived finding stays in the report with waiver, reason, approver and expiry', () => {
  test('in SARIF, as an accepted suppression that the official schema accepts', () => {
    const result = only(sarif([[one]]));
    expect(result).toMatchObject({
      suppressions: [
        {
          kind: 'external',
          status: 'accepted',
          justification: `waived until ${waived.expiresAt} by ${waived.approvedBy} (waiver ${waived.waiverId}): ${waived.reason}`,
          properties: {
            waiverId: waived.waiverId,
            approvedBy: waived.approvedBy,
            expiresAt: waived.expiresAt,
          },
        },
      ],
    });
    const both = suppressed(one);
    expect(only(sarif([[both]]))).toMatchObject({
      suppressions: [{ kind: expect.any(String) }, { kind: 'external' }],
    });
    expect(sarif([findingsOfEachKind.map(withWaiver)]).results).toHaveLength(findingsOfEachKind.length);
  });

  test.each([
    ['Markdown', markdownReport],
    ['VEX', vexReport],
    ['JUnit', junitReport],
  ] as const)('in %s', (_name, make) => {
    const text = renderReport(make, [[one]]);
    for (const part of told) expect(text.replaceAll('\\', '')).toContain(part);
  });

  test('in JUnit as a skipped test', () => {
    expect(renderReport(junitReport, [[one]])).toContain('<skipped message="waived until');
    const failures = (findings: Finding[]) => renderReport(junitReport, [findings]).split('<failure').length;
    expect(failures([one])).toBe(failures([]));
    expect(failures([vulnerability])).toBe(failures([]) + 1);
  });

  test('in VEX never as a product that is not affected', () => {
    expect(renderReport(vexReport, [[one]])).toContain('"state":"exploitable"');
  });
});

test('a waived finding does not fail the gate', () => {
  expect(failsGate(vulnerability, defaultPolicy)).toBe(true);
  expect(failsGate(one, defaultPolicy)).toBe(false);
});
