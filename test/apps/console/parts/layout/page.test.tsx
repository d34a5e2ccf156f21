import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Page } from '@scangate/console/parts/layout/page.tsx';

beforeEach(() => window.history.replaceState({ __TSR_index: 1 }, ''));
afterEach(() => window.history.replaceState(null, ''));

test('a page that was navigated to gets the focus at its heading', () => {
  render(<Page title="Scans" />);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Scans' }));
  expect(document.title).toBe('Scans · Scangate');
});

test('the first page of a visit leaves the focus to the browser', () => {
  window.history.replaceState({ __TSR_index: 0 }, '');
  render(<Page title="Scans" />);
  expect(document.activeElement).toBe(document.body);
});

test('a page that is loaded under an open dialog leaves the focus there', () => {
  render(
    <div role="dialog">
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as a dialog does it */}
      <input aria-label="Search" autoFocus />
    </div>,
  );
  render(<Page title="Scans" />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
});
