// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Tabs } from '@scangate/console/parts/layout/tabs.tsx';

const tabWidth = 100;
const barWidth = 250;

/** Lays tabs out side by side, as far as the bar is scrolled. */
const layOut = (): void => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const isBar = this.getAttribute('role') === 'tablist';
    const scrolled = this.parentElement?.scrollLeft ?? 0;
    const at = [...(this.parentElement?.children ?? [])].indexOf(this);
    const left = isBar ? 0 : at * tabWidth - scrolled;
    return new DOMRect(left, 0, isBar ? barWidth : tabWidth, 36);
  });
};

afterEach(() => vi.restoreAllMocks());

const names = ['a', 'b', 'c', 'd', 'e'] as const;
const tabs = (value: (typeof names)[number]) => (
  <Tabs
    label="Views"
    items={names.map((name) => ({ value: name, label: name }))}
    value={value}
    onChange={() => undefined}
  />
);

test('the open tab is visible in a bar that is narrower than its tabs', () => {
  layOut();
  const { rerender } = render(tabs('e'));
  const bar = screen.getByRole('tablist');
  expect(bar.scrollLeft).toBe(5 * tabWidth - barWidth);
  rerender(tabs('a'));
  expect(bar.scrollLeft).toBe(0);
  rerender(tabs('b'));
  expect(bar.scrollLeft).toBe(0);
});
