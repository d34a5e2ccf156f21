import { ApiProblem } from '@scangate/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { clientOf, renderPart, sessionOf, type Answers } from '#test/support/console/render-part.tsx';
import NewScanPage from '@scangate/console/routes/new-scan/new-scan-page.tsx';

const commitHash = 'a'.repeat(40);
const repository = {
  repositoryId: 'r1',
  fullName: 'acme/shop',
  projectUnits: [{ projectUnitId: 'u1', path: '', type: 'npm' }],
};
const quote = {
  price: { core: 12, sast: 0 },
  balance: { core: { before: 20, after: 8 }, sast: { before: 0, after: 0 } },
  gates: [],
  skippedScanTypes: [],
  refusal: null,
};

const open = async (answers: Answers, search = 'branch=main') => {
  const calls: { name: string; input: unknown }[] = [];
  const known = {
    'list-repositories': () => ({ items: [repository] }),
    'get-repository': () => repository,
    'list-branches': () => ({ items: [{ name: 'main', commitHash }] }),
    'quote-scan': () => quote,
  };
  const { history } = await renderPart(<NewScanPage />, {
    client: clientOf({ ...known, ...answers }, calls),
    at: `/?repositoryId=r1&commitHash=${commitHash}&${search}`,
    session: sessionOf({ role: 'owner', plan: 'Team' }),
  });
  return { history, sent: () => calls.filter(({ name }) => name === 'create-scan') };
};

const scanButton = () => screen.getByRole('button', { name: 'Scan' });
const isOff = () => scanButton().getAttribute('aria-disabled') === 'true';

/** The figures that the service adds to each 402 of a scan, and a part of its message. */
const refusals: readonly [code: string, members: Record<string, unknown>, words: string][] = [
  ['insufficient_credits', { pool: 'core', required: 12, balance: 3 }, 'This needs 12 core credits'],
  ['payment_failed', {}, 'A subscription payment failed'],
  ['sast_addon_required', {}, 'Code scanning needs the SAST add-on'],
  ['seat_license_required', { limit: 1, month: '2026-03' }, 'The license of March 2026 is taken'],
  ['budget_exhausted', { pool: 'core', used: 90, limit: 100, required: 12 }, '90 of 100 core credits'],
  ['entitlement_denied', { detail: 'Team scans 20 repositories.' }, 'Team scans 20 repositories.'],
];

describe('a scan that is refused with 402', () => {
  test.each(refusals)(
    '%s, after its quote: says why and what helps, and keeps the choice',
    async (code, members, words) => {
      const { history, sent } = await open({
        'create-scan': () => {
          throw new ApiProblem(402, new Headers(), { code, ...members });
        },
      });
      await waitFor(() => expect(isOff()).toBe(false));
      await userEvent.click(scanButton());
      expect((await screen.findByRole('alert')).textContent).toContain(words);
      expect([sent().length, history.location.search]).toEqual([1, expect.stringContaining(commitHash)]);
    },
  );

  test.each(refusals)('%s, in its quote: says so before anything is sent', async (code, members, words) => {
    const refusal = { gate: code, code, ...members };
    const { sent } = await open({ 'quote-scan': () => ({ ...quote, refusal }) });
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect([isOff(), sent().length]).toEqual([true, 0]);
  });
});

test('a choice is not sent before its own price is shown', async () => {
  const { sent } = await open(
    {
      'quote-scan': (input) => {
        const { scanTypes } = input['body'] as { scanTypes?: string[] };
        return { ...quote, price: { core: scanTypes ? 1 : 12, sast: 0 } };
      },
      'create-scan': () => ({ scanId: 's1' }),
    },
    'types=sca',
  );
  await waitFor(() => expect(isOff()).toBe(false));
  expect(screen.getByText('1 core credit')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { checked: true }));
  await userEvent.click(scanButton());
  await userEvent.type(screen.getByLabelText(/Commit/), '{Enter}');
  expect([isOff(), sent().length]).toEqual([true, 0]);
  await waitFor(() => expect(isOff()).toBe(false));
  expect(screen.getByText('12 core credits')).toBeTruthy();
  await userEvent.click(scanButton());
  await waitFor(() => expect(sent()).toHaveLength(1));
});

describe('a dropped file', () => {
  const drop = async (file: File) => {
    const { sent } = await open({}, 'source=file');
    await userEvent.upload(screen.getByLabelText('Lockfile or CycloneDX SBOM'), file);
    const words = (await screen.findByRole('alert')).textContent;
    expect([isOff(), sent().length]).toEqual([true, 0]);
    return words;
  };

  test('of 0 bytes', async () => {
    expect(await drop(new File([], 'package-lock.json'))).toBe('The file is empty.');
  });

  test('of 11 MB is not read', async () => {
    const large = new File([new Uint8Array(11 * 1_048_576)], 'package-lock.json');
    const text = vi.spyOn(large, 'text');
    expect(await drop(large)).toBe('The file has 11 MB. The maximum is 10 MB.');
    expect(text).not.toHaveBeenCalled();
  });

  test('that is not JSON', async () => {
    expect(await drop(new File(['{"name":'], 'package-lock.json'))).toBe(
      'The file is not JSON, although its name says so.',
    );
  });
});
