import { expect, test } from 'vitest';
import { teamsCard } from '#adapters/providers/teams/card.ts';

const bodyOf = (card: ReturnType<typeof teamsCard>) => card.attachments[0]?.content.body ?? [];

test.each(['**bold** [click](https://evil.example)', '<at>everyone</at>', '@everyone', '<b>x</b>', '|a|b|'])(
  '%s is a text run, without Markdown or mentions',
  (name) => {
    const card = teamsCard({ title: name, lines: [name] });
    expect(bodyOf(card).map(({ type }) => type)).toEqual(['RichTextBlock', 'RichTextBlock']);
    expect(bodyOf(card)[1]?.inlines).toEqual([{ type: 'TextRun', text: name }]);
    expect(JSON.stringify(card)).not.toContain('"entities"');
  },
);

test.each(['x'.repeat(10_000), '"\\'.repeat(5_000), '😀'.repeat(5_000), '\ud800'.repeat(100)])(
  'a card of many long lines is at most 28 KB, and says how many lines it omits: %#',
  (text) => {
    const card = teamsCard({ title: text, lines: Array.from({ length: 60 }, () => text) });
    expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThanOrEqual(28 * 1024);
    if (text.length > 1_000) expect(bodyOf(card).at(-1)?.inlines[0]?.text).toMatch(/^… and \d+ more lines$/);
  },
);
