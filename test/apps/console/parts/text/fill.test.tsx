// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '@scangate/console/parts/text/fill.tsx';

const filled = (message: string): HTMLElement =>
  render(<>{fill(message, { who: <b>left-pad</b> })}</>).container;

test('punctuation after a placeholder stays on the same line with it', () => {
  const page = filled('{who}: malicious');
  expect(page.textContent).toBe('left-pad: malicious');
  expect(page.firstElementChild?.textContent).toBe('left-pad:');
});

test('text stays unchanged, and a placeholder without a node shows its name', () => {
  expect(filled('{who} waits for {what}.').textContent).toBe('left-pad waits for {what}.');
});
