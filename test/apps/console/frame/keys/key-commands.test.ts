import { describe, expect, test } from 'vitest';
import { commandFor, pageOfKey } from '@scangate/console/frame/keys/key-commands.ts';
import type { Session } from '@scangate/console/session/session.ts';

const session: Pick<Session, 'role' | 'capabilities' | 'organization'> = {
  role: 'member',
  capabilities: ['policy_basic'],
  organization: { organizationId: 'o1', name: 'Acme', isClient: false },
};

const plain = { before: '', session, isTyping: false, singleKeys: true };
const pressed = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

describe('keys', () => {
  test('Ctrl K and Command K open the palette, also within a field', () => {
    const palette = { kind: 'open', overlay: 'palette' };
    const typing = { ...plain, isTyping: true, singleKeys: false };
    expect(commandFor(pressed('k', { ctrlKey: true }), typing)).toEqual(palette);
    expect(commandFor(pressed('K', { metaKey: true }), typing)).toEqual(palette);
  });

  test('single keys act on the page, not in a field, and can be turned off', () => {
    expect(commandFor(pressed('?'), plain)).toEqual({ kind: 'open', overlay: 'keys' });
    expect(commandFor(pressed('/'), plain)).toEqual({ kind: 'search' });
    expect(commandFor(pressed('j'), plain)).toEqual({ kind: 'row', step: 1 });
    expect(commandFor(pressed('?'), { ...plain, isTyping: true })).toBeUndefined();
    expect(commandFor(pressed('?'), { ...plain, singleKeys: false })).toBeUndefined();
    expect(commandFor(pressed('constructor'), plain)).toBeUndefined();
  });

  test('g and a letter open a page that the role can see', () => {
    expect(commandFor(pressed('s'), { ...plain, before: 'g' })).toEqual({ kind: 'page', path: 'scans' });
    expect(commandFor(pressed('s'), plain)).toBeUndefined();
    expect(pageOfKey('b', session)).toBeUndefined();
    expect(pageOfKey('b', { ...session, role: 'billing' })?.path).toBe('billing');
  });

  test('a shortcut of the browser is left to it', () => {
    expect(commandFor(pressed('j', { ctrlKey: true }), plain)).toBeUndefined();
    expect(commandFor(pressed('/', { altKey: true }), plain)).toBeUndefined();
  });
});
