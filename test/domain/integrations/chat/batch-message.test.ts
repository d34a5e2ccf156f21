import { expect, test } from 'vitest';
import { catalog } from '@scangate/domain/events/catalog';
import { backlogMessage, digestMessage } from '@scangate/domain/integrations/chat/batch-message';

const scan = (fullName: string) => ({
  type: 'scan.completed' as const,
  data: { ...catalog['scan.completed'].example, repository: { repositoryId: 'r', fullName } },
});
const waiver = { type: 'waiver.requested' as const, data: catalog['waiver.requested'].example };
const when = { before: '2026-03-01T00:00:00.000Z', publicUrl: 'https://scangate.example.com' };

test('a digest names each event, and equal ones once', () => {
  const { title, lines, link } = digestMessage([scan('a'), scan('b'), scan('a'), waiver], when);
  expect(title).toBe('4 events before 00:00 UTC');
  expect(lines).toEqual(['2 × FAIL: a', 'FAIL: b', 'Somebody requested a waiver']);
  expect(link?.url).toBe('https://scangate.example.com/console');
});

test('a digest of many names thirty, and how many more there are', () => {
  const { lines } = digestMessage(
    Array.from({ length: 300 }, (_, index) => scan(`repository-${index}`)),
    when,
  );
  expect([lines.length, lines.at(-1)]).toEqual([31, '… and 270 more']);
});

test('a backlog is one line with the number of each type, even across midnight', () => {
  const { title, lines } = backlogMessage([scan('a'), waiver, scan('b')], when);
  expect(title).toBe('3 events more between 23:00 and 00:00 UTC: 2 scan.completed, 1 waiver.requested');
  expect(lines).toEqual([]);
});
