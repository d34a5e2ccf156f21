import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VerificationResult } from '@scangate/console/routes/billing/verification/verification-result.tsx';
import type { Verification } from '@scangate/console/routes/billing/verification/verify-stream.ts';

const resultOf = (sealed: number): Verification => ({
  result: 'unchanged',
  pools: [{ pool: 'core', sealed, unsealed: 4 }],
});

test('a ledger without sealed rows is not reported as unchanged', () => {
  render(<VerificationResult verification={resultOf(0)} />);
  expect(screen.queryByText('Unchanged')).toBeNull();
  expect(screen.getByText('Nothing to verify yet')).toBeTruthy();
});

test('sealed rows that match their seals are reported as unchanged', () => {
  render(<VerificationResult verification={resultOf(6)} />);
  expect(screen.getByText('Unchanged')).toBeTruthy();
});
