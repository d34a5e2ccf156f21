import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Text } from '@scangate/console/parts/text/text.tsx';

const shown = (value: string, cut: 'middle' | 'none' = 'none'): HTMLElement =>
  render(<Text value={value} cut={cut} />).container;

test('markup in untrusted text is shown as text', () => {
  const page = shown('<img src=x onerror=alert(1)><script>alert(1)</script>');
  expect(page.querySelector('img, script')).toBeNull();
  expect(page.textContent).toBe('<img src=x onerror=alert(1)><script>alert(1)</script>');
});

test('a character that reorders others is a mark, within its own direction', () => {
  const page = shown('photo\u202Egpj.exe');
  expect(page.textContent).toBe('photoU+202Egpj.exe');
  expect(page.firstElementChild?.tagName).toBe('BDI');
});

test('a path of 4,000 characters is shortened in the page, and its end is visible', () => {
  const page = shown(`${'folder/'.repeat(571)}index.ts`, 'middle');
  expect(page.textContent.length).toBeLessThanOrEqual(600);
  expect(page.textContent.endsWith('index.ts')).toBe(true);
});
