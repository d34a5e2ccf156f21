import { expect, test } from 'vitest';
import { commentText, fitMarkdown, withoutHtml } from '@scangate/domain/integrations/checks/check-text';

const folded = [
  '# Report',
  '',
  '<details><summary>More</summary>',
  '',
  ...Array(50).fill('- a line'),
  '',
  '</details>',
];

test('text that fits stays unchanged', () => {
  const text = folded.join('\n');
  expect(fitMarkdown(text, text.length)).toBe(text);
});

test('longer text ends at a line, with open tags closed, and says so', () => {
  const text = folded.join('\n');
  for (let room = 120; room < text.length; room += 7) {
    const fitted = fitMarkdown(text, room);
    expect(fitted.length).toBeLessThanOrEqual(room);
    const lines = fitted.split('\n');
    expect(lines.filter((line) => line.startsWith('<details>')).length).toBe(
      lines.filter((line) => line === '</details>').length,
    );
    expect(lines.at(-1)).toMatch(/^… The rest is cut/);
  }
});

test('a copy of a tag in foreign text closes nothing', () => {
  const text = ['<details><summary>More</summary>', '- `</details>`', ...Array(40).fill('- a line')].join(
    '\n',
  );
  expect(fitMarkdown(text, 200).split('\n')).toContain('</details>');
});

test('hosts that show HTML as text get none', () => {
  const text = '<details><summary>More</summary>\n\n- `<b>`\n\n</details>\n<sub>Scan `s-1`.</sub>';
  expect(withoutHtml(text)).toBe('**More**\n\n- `<b>`\n\nScan `s-1`.');
});

test('a comment begins with the result, as text, and leaves room for the marker', () => {
  const result = { conclusion: 'neutral', title: 'Required: @everyone' } as const;
  expect(commentText(result, '## Report', 1_000)).toBe('⚪ Check: **Required: `@everyone`**\n\n## Report');
  expect(commentText(result, folded.join('\n'), 400).length).toBeLessThanOrEqual(300);
});
