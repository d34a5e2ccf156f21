import { describe, expect, test } from 'vitest';
import { paletteItems, repositoryItem } from '@scangate/console/frame/palette/palette-items.ts';
import type { Session } from '@scangate/console/session/session.ts';

const session: Pick<Session, 'role' | 'capabilities' | 'organization'> = {
  role: 'member',
  capabilities: [],
  organization: { organizationId: 'o1', name: 'Acme', isClient: false },
};

const addresses = (text: string) => paletteItems(text, session).map(({ address }) => address);

describe('the palette', () => {
  test('finds pages by a part of their title, among those that the role can see', () => {
    expect(paletteItems('OVERV', session).map(({ label }) => label)).toEqual(['Overview']);
    expect(paletteItems('', session).some(({ label }) => label === 'Billing')).toBe(false);
  });

  test('recognizes a commit, a scan and a package by their form', () => {
    expect(addresses('07f983dc5443')).toEqual([{ to: 'scans', search: { commit: '07f983dc5443' } }]);
    const scanId = '0197c0de-0000-7000-8000-0000000000b1';
    expect(addresses(scanId)).toEqual([{ to: 'scans/$scanId', params: { scanId } }]);
    expect(addresses('pkg:npm/lodash')).toEqual([{ to: 'inventory', search: { purl: 'pkg:npm/lodash' } }]);
  });

  test('makes control characters in a name visible', () => {
    expect(repositoryItem({ repositoryId: 'r1', fullName: 'a\u202Eb' })?.label).toBe('a[U+202E]b');
  });
});
