import { describe, expect, test } from 'vitest';
import type { Component, Inventory } from '@scangate/engines/model/component';
import { packageUses } from '@scangate/engines/purl/package-uses';

const component = (name: string, version: string, more: Partial<Component> = {}): Component => ({
  ref: `${name}@${version}`,
  ecosystem: 'npm',
  name,
  version,
  scope: 'required',
  direct: false,
  hashes: [],
  dependsOn: [],
  file: 'package-lock.json',
  ...more,
});
const inventoryOf = (...components: Component[]): Inventory => ({
  unitType: 'npm',
  components,
  direct: [],
  read: [],
  unread: [],
  notes: [],
});

describe('the packages of a unit', () => {
  test('have every version of a package once, with its path without versions', () => {
    const entries = packageUses(
      inventoryOf(
        component('app', '1.0.0', { direct: true, dependsOn: ['leaf@1.0.0'] }),
        component('leaf', '1.0.0'),
        component('leaf', '2.0.0', { scope: 'dev' }),
        component('leaf', '2.0.0', { ref: 'again' }),
      ),
    );
    expect([...entries.keys()]).toEqual(['pkg:npm/app', 'pkg:npm/leaf']);
    expect(entries.get('pkg:npm/leaf')?.uses).toMatchObject([
      { version: '1.0.0', path: ['app', 'leaf'] },
      { version: '2.0.0', path: ['leaf'], scope: 'dev' },
    ]);
  });

  test('do not change when their dependencies are updated', () => {
    const of = (version: string) =>
      packageUses(
        inventoryOf(
          component('app', version, { direct: true, dependsOn: ['leaf@1.0.0'] }),
          component('leaf', '1.0.0'),
        ),
      ).get('pkg:npm/leaf');
    expect(of('1.1.0')).toEqual(of('1.0.0'));
  });

  test('are bounded for a hostile unit, and say so', () => {
    const versions = Array.from({ length: 5_000 }, (_, index) => component('leaf', `${index}.0.0`));
    const chain = Array.from({ length: 300 }, (_, index) =>
      component(`link-${index}`, '1.0.0', {
        direct: index === 0,
        dependsOn: [`link-${index + 1}@1.0.0`],
      }),
    );
    const entries = packageUses(inventoryOf(...versions, ...chain));
    expect(entries.get('pkg:npm/leaf')).toMatchObject({ truncated: true });
    expect(entries.get('pkg:npm/leaf')?.uses).toHaveLength(50);
    expect(entries.get('pkg:npm/link-200')?.uses[0]?.path).toEqual([
      'link-0',
      'link-1',
      'link-2',
      '…',
      'link-198',
      'link-199',
      'link-200',
    ]);
  });
});

test("a distribution's package is also listed by the source package and release of its advisories", () => {
  const openssl = component('libssl1.1', '1.1.1n-0', {
    ecosystem: 'Debian:11',
    purl: 'pkg:deb/debian/libssl1.1@1.1.1n-0?distro=debian-11&upstream=openssl',
    sourcePackage: { name: 'openssl', version: '1.1.1n-1' },
  });
  const uses = packageUses(inventoryOf(openssl));
  expect(
    [...uses].map(
      ([
        key,
        {
          uses: [use],
        },
      ]) => [key, use?.version],
    ),
  ).toEqual([
    ['pkg:deb/debian/libssl1.1', '1.1.1n-0'],
    ['pkg:deb/debian/openssl?distro=debian-11', '1.1.1n-1'],
  ]);
});
