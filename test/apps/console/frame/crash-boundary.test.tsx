import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/console/render-part.tsx';
import { CrashBoundary } from '@scangate/console/frame/crash-boundary.tsx';
import { isMissingChunk } from '@scangate/console/frame/missing-chunk.ts';

const failing = (error: Error) => () => {
  throw error;
};

const crash = async (error: Error, title?: string): Promise<void> => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Failing = failing(error);
  await renderPart(
    <CrashBoundary {...(title !== undefined && { title })}>
      <Failing />
    </CrashBoundary>,
  );
  silent.mockRestore();
};

const missingChunk = new TypeError('Failed to fetch dynamically imported module: https://x/assets/scan-1.js');

test('a file that is missing after a deployment offers a reload that keeps the draft', async () => {
  await crash(missingChunk, 'Scans');
  expect(screen.getByText('A new version is available')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

test('a missing file of a part beside the page leaves the page its title', async () => {
  await crash(missingChunk);
  expect(screen.getByText('A new version is available')).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a page that was not loaded before the connection was lost needs it, and is reloaded only when online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await crash(missingChunk, 'Scans');
  expect(screen.getByText('This page needs a connection')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  online.mockRestore();
});

test('another failure of a page leaves its title and reports it', async () => {
  await crash(new Error('x is undefined'), 'Scans');
  expect(screen.getByRole('heading', { name: 'Scans' })).toBeTruthy();
  expect(screen.getByText('This part of the page failed')).toBeTruthy();
});

test('the error messages of each browser for a missing file are recognized', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://x/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /console/assets/a.css',
  ])
    expect(isMissingChunk(new Error(message))).toBe(true);
  expect(isMissingChunk(new Error('x is undefined'))).toBe(false);
});
