import { expect, test } from 'vitest';
import { navigationFor } from '@scangate/console/frame/sidebar/navigation-items.ts';
import { accessTo } from '@scangate/console/session/permissions.ts';
import { pages, type PageEntry } from '@scangate/console/routes/index.ts';
import type { Role } from '@scangate/console/session/session.ts';

const organization = { organizationId: 'o1', name: 'Acme', isClient: false };
const roles: readonly Role[] = ['owner', 'admin', 'billing', 'member'];

test.each(roles)('the navigation of %s has each page of the role, locked where the plan lacks it', (role) => {
  const session = { role, capabilities: [], organization };
  const shown = navigationFor(session).flatMap(({ items }) => items);
  const entries: readonly PageEntry[] = pages;
  const expected = entries.filter(
    (entry) => entry.section && !['forbidden', 'managed-by-parent'].includes(accessTo(entry, session).kind),
  );
  expect(shown.map(({ path }) => path).toSorted()).toEqual(expected.map(({ path }) => path).toSorted());
  for (const { path, isLocked } of shown)
    expect([path, isLocked]).toEqual([
      path,
      entries.find((one) => one.path === path)?.capability !== undefined,
    ]);
});

test('the sections have a fixed order, without empty ones', () => {
  const sections = navigationFor({ role: 'owner', capabilities: [], organization }).map(
    ({ section }) => section,
  );
  expect(sections[0]).toBe('risk');
  expect(new Set(sections).size).toBe(sections.length);
});
