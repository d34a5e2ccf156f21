import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CrashBoundary } from '@scangate/console/frame/crash-boundary.tsx';
import { loadedPage } from '@scangate/console/frame/loaded-page.tsx';

const Page = () => <p>the page</p>;

type Load = () => Promise<{ default: typeof Page }>;

test('a placeholder is shown until the file is loaded, and not again afterwards', async () => {
  const load = vi.fn<Load>(async () => ({ default: Page }));
  const Loaded = loadedPage(load, <p>the placeholder</p>);
  const { unmount } = render(<Loaded />);
  expect(screen.getByText('the placeholder')).toBeTruthy();
  await screen.findByText('the page');
  unmount();
  render(<Loaded />);
  expect(screen.getByText('the page')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('a page replaces its placeholder as soon as its file is loaded', async () => {
  const Loaded = loadedPage(async () => ({ default: Page }), null);
  render(<Loaded />);
  expect(await screen.findByText('the page', undefined, { timeout: 200, interval: 5 })).toBeTruthy();
});

test('a missing file is reported to the error boundary, and requested again by the next visit', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const load = vi.fn<Load>(async () => ({ default: Page }));
  load.mockRejectedValueOnce(new Error('Failed to fetch dynamically imported module: x.js'));
  const Loaded = loadedPage(load, null);
  const visit = (key: string) => (
    <CrashBoundary key={key} title="Scans">
      <Loaded />
    </CrashBoundary>
  );
  const { rerender } = render(visit('one'));
  await screen.findByRole('heading', { name: 'Scans' });
  expect(screen.getByRole('button', { name: /reload/i })).toBeTruthy();
  rerender(visit('two'));
  expect(await screen.findByText('the page')).toBeTruthy();
});
