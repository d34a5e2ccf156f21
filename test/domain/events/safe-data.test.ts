import { describe, expect, test } from 'vitest';
import { safeData } from '@scangate/domain/events/safe-data';

describe('foreign text in an event', () => {
  test.each([
    ['a mail address in a branch', 'alice@example.com/fix', '…/fix'],
    ['an address with a tag', 'for bob+ci@mail.example.co.uk', 'for …'],
    ['user info of a URL', 'https://bot:hunter2@git.example.com/a.git', 'https://git.example.com/a.git'],
    ['a token of the service', `sgs_${'a1'.repeat(18)}`, '…'],
    ['the secret of a webhook', `whsec_${'Ab+/'.repeat(11)}=`, '…'],
  ])('has no %s', (_case, text, safe) => {
    expect(safeData({ text, list: [{ text }] })).toEqual({ text: safe, list: [{ text: safe }] });
  });

  test.each(['@acme/lib', 'pkg:npm/%40acme/lib', 'lodash@4.17.21', 'feature/login', '<!everyone> @here'])(
    'keeps %s unchanged',
    (text) => expect(safeData({ text })).toEqual({ text }),
  );

  test('is cut at 300 characters, without splitting a character', () => {
    const { text } = safeData({ text: '😀'.repeat(10_000) }) as { text: string };
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text.isWellFormed()).toBe(true);
    expect(text.endsWith('…')).toBe(true);
  });

  test('omits undefined values, and keeps numbers, flags and timestamps', () => {
    expect(safeData({ a: undefined, b: 0, c: false, d: '2026-03-10T12:00:00.000Z' })).toEqual({
      b: 0,
      c: false,
      d: '2026-03-10T12:00:00.000Z',
    });
  });
});
