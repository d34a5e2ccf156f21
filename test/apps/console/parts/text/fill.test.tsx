// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '@scangate/console/parts/text/fill.tsx';

const filled = (message: string): HTMLElement =>
  render(<>{fill(message, { who: <b>left-pad</b> })}</>).container;

test('a mark after a place is in one box with it, so that it cannot begin a line', () => {
  const page = filled('{who}: malicious');
  expect(page.textContent).toBe('left-pad: malicious');
  expect(page.firstElementChild?.textContent).toBe('left-pad:');
});

test('words stay as they are, and a place without a node shows its name', () => {
  expect(filled('{who} waits for {what}.').textContent).toBe('left-pad waits for {what}.');
});
