import type { VerdictPayload } from '@scangate/client';
import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { VerdictBlock } from '@scangate/console/routes/scan/verdict/verdict-block.tsx';
import type { CodePlace, Explanation } from '@scangate/console/routes/scan/scan-data.ts';

const projectUnitId = '0192c9a0-6c00-8000-8000-000000000003';
const place: CodePlace = {
  commitHash: '07f983dc5443e30e4745f718715c62279ebb491d',
  host: { provider: 'github', url: 'https://github.com/owner/repo' },
  unitPaths: new Map([[projectUnitId, 'web']]),
};
const counts = { critical: 0, high: 0, medium: 0, low: 0, unknown: 0, total: 0 };
const unit = { projectUnitId, path: 'web', type: 'npm', status: 'completed' } as const;

const payload = (more: Partial<VerdictPayload>): VerdictPayload => ({
  scanId: '0197c0de-0000-7000-8000-000000000001',
  status: 'completed',
  verdict: 'PASS',
  reason: 'no_issues_found',
  reasons: ['no_issues_found'],
  summary: { secrets: counts, severityThreshold: 'critical' },
  projectUnits: [unit],
  checksBy: 'client',
  ...more,
});

const hostileTitle = '<img src=x onerror=alert(1)> \u202Eexe.';

const explanation = {
  reasons: [
    {
      reason: 'critical_secrets_found',
      severityThreshold: 'critical',
      total: 1,
      findings: [
        {
          finding: {
            kind: 'secret',
            projectUnitId,
            fingerprint: '0'.repeat(32),
            severity: 'critical',
            title: hostileTitle,
            rule: 'stripe-key',
            file: 'src/pay.js',
            line: 3,
            column: 1,
            redacted: 'sk_l…',
          },
          severity: {
            severity: 'critical',
            countsAs: 'critical',
            source: 'rule',
            detail: 'The rule says so.',
          },
          couldSuppress: [],
        },
      ],
    },
  ],
  smallestChange: { result: 'insufficient', text: '', changes: [], remains: { total: 0, findings: [] } },
} as unknown as Explanation;

const block = (more: Partial<VerdictPayload>, why?: Explanation) =>
  render(<VerdictBlock payload={payload(more)} explanation={why} place={place} />);

describe('a verdict', () => {
  test('FAIL names the finding with a link to its line at the scanned commit, and renders its text safely', () => {
    const { container } = block({ verdict: 'FAIL' }, explanation);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(container.textContent).not.toContain('\u202E');
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      `https://github.com/owner/repo/blob/${place.commitHash}/web/src/pay.js#L3`,
    );
  });

  test('PASS says what is below the threshold, and never "no issues"', () => {
    const { container } = block({
      summary: { secrets: { ...counts, low: 98, total: 98 }, severityThreshold: 'high' },
    });
    expect(container.textContent).toContain('Nothing at or above high. 98 findings below.');
  });

  test('PASS without everything that is required is not green, and says what is missing', () => {
    const { container } = block({ missingScanTypes: ['sast'] });
    expect(container.textContent).toContain('Required and not scanned: Code.');
    expect(screen.getByText('PASS').className).not.toMatch(/pass/i);
  });

  test('ERROR says what happened and what to do', () => {
    const failed = {
      ...unit,
      status: 'failed',
      errorCode: 'rate_limit',
      error: 'The host answered 429.',
    } as const;
    const { container } = block({ verdict: 'ERROR', errorCode: 'rate_limit', projectUnits: [failed] });
    expect(container.textContent).toContain('The code host limits requests. Scan again later.');
    expect(container.textContent).toContain('The host answered 429.');
  });

  test('is shown together with what was not assessed', () => {
    const gaps = [{ reason: 'sast_addon_required' }];
    block({
      coverage: [{ projectUnitId, scanType: 'sast', status: 'unassessed', assessed: 0, gaps }],
    });
    const region = screen.getByRole('region', { name: 'What was assessed' });
    expect(region.textContent).toContain('CodeNOT assessed');
    expect(region.textContent).toContain('Code analysis needs the SAST add-on');
  });

  test('of a newer service, with an unknown reason and code, is still shown', () => {
    const { container } = block({ verdict: 'ERROR', errorCode: 'quota_of_host' as never });
    expect(container.textContent).toContain('Quota of host.');
  });
});
