import { pages, type PageEntry, type PagePath } from '@scangate/console/routes/index.ts';
import { accessTo } from '@scangate/console/session/permissions.ts';
import type { Session } from '@scangate/console/session/session.ts';
import type { FrameOverlay } from './open-overlay.ts';

export type KeyCommand =
  | { kind: 'open'; overlay: FrameOverlay }
  | { kind: 'search' }
  | { kind: 'row'; step: 1 | -1 }
  | { kind: 'page'; path: PagePath };

/** The letters that open a page after `g`. */
export const pageKeys: Readonly<Record<string, string>> = {
  o: '',
  r: 'repositories',
  s: 'scans',
  f: 'findings',
  i: 'inventory',
  p: 'policy',
  w: 'waivers',
  b: 'billing',
  m: 'members',
};

interface KeySituation {
  /** The key before this one. */
  before: string;
  session: Pick<Session, 'role' | 'capabilities' | 'organization'>;
  isTyping: boolean;
  singleKeys: boolean;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const entries: readonly (PageEntry & { path: PagePath })[] = pages;

/** The page of a letter, if the session may see it. */
export const pageOfKey = (
  key: string,
  session: KeySituation['session'],
): (typeof entries)[number] | undefined => {
  const path = Object.hasOwn(pageKeys, key) ? pageKeys[key] : undefined;
  const entry = entries.find((one) => one.path === path);
  return entry && ['permitted', 'locked'].includes(accessTo(entry, session).kind) ? entry : undefined;
};

const single: Readonly<Record<string, KeyCommand>> = {
  '?': { kind: 'open', overlay: 'keys' },
  '/': { kind: 'search' },
  j: { kind: 'row', step: 1 },
  k: { kind: 'row', step: -1 },
};

/** Returns the effect of a key on any page, if it has one there. */
export const commandFor = (pressed: Pressed, situation: KeySituation): KeyCommand | undefined => {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k')
    return { kind: 'open', overlay: 'palette' };
  if (ctrlKey || metaKey || altKey || situation.isTyping || !situation.singleKeys) return undefined;
  if (situation.before === 'g') {
    const entry = pageOfKey(key, situation.session);
    if (entry) return { kind: 'page', path: entry.path };
  }
  return Object.hasOwn(single, key) ? single[key] : undefined;
};
