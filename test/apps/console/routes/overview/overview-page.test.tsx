import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { clientOf, renderPart, sessionOf } from '#test/support/console/render-part.tsx';
import OverviewPage from '@scangate/console/routes/overview/overview-page.tsx';

const nothing = {
  failing: [],
  failingCount: 0,
  passing: 0,
  neverScanned: 0,
  active: [],
  waiversExpiring: 0,
  snapshot: null,
};

const gate = {
  scanId: 's1',
  repositoryId: 'r1',
  fullName: 'acme/<img src=x onerror=alert(1)>',
  commitHash: '07f983dc5443e30e4745f718715c62279ebb491d',
  branch: 'ma\u202Ein',
  verdict: 'FAIL',
  reason: 'critical_vulnerabilities_found',
  failingSince: '2026-03-01T00:00:00.000Z',
};

const visit = (overview: object, role: 'owner' | 'member' | 'billing' = 'owner') =>
  renderPart(<OverviewPage />, {
    session: sessionOf({ role }),
    client: clientOf({ 'get-overview': () => ({ ...nothing, ...overview }) }),
  });

describe('the overview', () => {
  test('shows failing gates with their reason first, as text', async () => {
    await visit({ failing: [gate], failingCount: 1, passing: 11 });
    expect(await screen.findByText('1 gate fails. 11 gates pass.')).toBeTruthy();
    const link = screen.getByRole('link', { name: /acme/ });
    expect(link.getAttribute('href')).toBe('/console/o/o1/scans/s1');
    expect(screen.getByText('Critical vulnerabilities')).toBeTruthy();
    expect(screen.getByText('U+202E')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });

  test('says how many of many are listed', async () => {
    await visit({ failing: [gate], failingCount: 30 });
    expect(await screen.findByText('The latest 1 of 30.')).toBeTruthy();
  });

  test('shows the first step to an owner without repositories', async () => {
    await visit({});
    expect(await screen.findByText('No repository has been scanned yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Connect a repository' })).toBeTruthy();
  });

  test('offers scans and connecting to those who may do it', async () => {
    await visit({}, 'billing');
    await screen.findByText('No repository has been scanned yet');
    expect(screen.queryByRole('link', { name: /Scan|Connect/ })).toBeNull();
  });

  test('a gate with an unknown reason is spelled out', async () => {
    await visit({ failing: [{ ...gate, reason: 'secrets_in_history', verdict: 'NEW' }], failingCount: 1 });
    expect(await screen.findByText('Secrets in history')).toBeTruthy();
  });
});
