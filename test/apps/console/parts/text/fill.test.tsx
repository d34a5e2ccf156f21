// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill } from '@scangate/console/parts/text/fill.tsx';

const filled = (message: string): string =>
  render(<>{fill(message, { who: <b>left-pad</b> })}</>).container.textContent;

test('a mark after a place cannot begin a line of its own', () => {
  expect(filled('{who}: malicious')).toBe('left-pad\u2060: malicious');
});

test('words stay as they are, and a place without a node shows its name', () => {
  expect(filled('{who} waits for {what}')).toBe('left-pad waits for {what}');
});
