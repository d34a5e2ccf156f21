import { describe, expect, test } from 'vitest';
import { slackMessage } from '#adapters/providers/slack/message.ts';
import { openProviders } from '@scangate/emulator-providers/open-providers';

/** The characters that start what Slack interprets, unless they are escaped. */
const interpreted = /<[!@#]|<http/;

const hostile = [
  '<!channel> <!here> <!everyone>',
  '<@U012AB3CD> <#C012AB3CD|general>',
  '@everyone @channel @here',
  '<https://evil.example|click>',
  '*bold* _it_ ~strike~ `code` ```block``` > quote',
  '&lt;!channel&gt;',
  ':fire: :skull:',
];

describe.each(hostile)('%s', (name) => {
  test('is plain text that mentions nobody, in title and lines', () => {
    const message = slackMessage({ title: name, lines: [name] });
    expect(message.blocks.map(({ type }) => type)).toEqual(['section', 'section']);
    for (const block of message.blocks)
      expect(block).toMatchObject({ text: { type: 'plain_text', emoji: false } });
    expect(JSON.stringify(message)).not.toMatch(interpreted);
    expect(message.mrkdwn).toBe(false);
  });
});

test('makes only our own link a Markdown link', () => {
  const message = slackMessage({
    title: 't',
    lines: [],
    link: { text: 'Open in Scangate', url: 'https://scangate.example.com/v1/scans/1?a=1&b=2' },
  });
  expect(message.blocks.at(-1)).toEqual({
    type: 'context',
    elements: [
      { type: 'mrkdwn', text: '<https://scangate.example.com/v1/scans/1?a=1&amp;b=2|Open in Scangate>' },
    ],
  });
});

test.each([
  'x'.repeat(10_000),
  '<'.repeat(10_000),
  '😀'.repeat(5_000),
  '\ud800'.repeat(100),
  '&'.repeat(2_999),
])('cuts ten thousand characters to the length that a block accepts: %#', async (text) => {
  const message = slackMessage({ title: text, lines: Array.from({ length: 60 }, () => text) });
  expect(message.blocks.length).toBeLessThanOrEqual(50);
  const providers = await openProviders({ clock: { now: () => 0 } });
  const answer = await fetch(`${providers.origins.slack}/services/T0LOCAL/B0HOOK/local`, {
    method: 'POST',
    body: JSON.stringify(message),
  });
  expect(await answer.text()).toBe('ok');
  await providers.close();
  for (const block of message.blocks)
    if ('text' in block) expect(block.text.text).not.toMatch(/&(?!amp;|lt;|gt;)/);
});
