import { describe, expect, test } from 'vitest';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import type { LockfileFormat } from '@scangate/engines/inventory/formats';
import { recognizeLockfile } from '@scangate/engines/units/recognize-file';
import { filesOf, inventoryOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';
import { hiddenRequests } from './hidden-requests.ts';

const missing = 'dependencies that the project asks for and the lockfile does not have';
const other = 'dependencies that the lockfile has in another version than the project asks for';
const gapsOf = (contents: Contents, kind: string): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(kind));

const rows = Object.entries(hiddenRequests).flatMap(([format, row]) =>
  row.cases === undefined ? [] : row.cases.map((one) => ({ format, ...one })),
);

describe.each(rows)(
  '$format beside $manifest',
  ({ format, manifest, lockfile, asks, names, kinds = [missing], fixed }) => {
    const [present, absent] = names;
    const contents = (name: string): Contents => ({ ...lockfile, ...asks(name) });

    test('is the lockfile of that format, and is read', () => {
      const [path = ''] = Object.keys(lockfile);
      expect(recognizeLockfile(path)?.format).toBe(format);
      expect(inventoryOf(contents(present)).read).toContain(path);
      expect(Object.keys(asks(present))).toContain(manifest);
    });

    test('a dependency that the manifest names and the lockfile lacks is a gap', () => {
      const found = kinds.flatMap((kind) => gapsOf(contents(absent), kind));
      expect(found).toEqual([expect.stringContaining(absent)]);
    });

    test('a manifest whose dependencies are all in the lockfile leaves none', () => {
      const found = [...kinds, other].flatMap((kind) => gapsOf(contents(present), kind));
      expect(found).toEqual([]);
    });

    test.runIf(fixed)('a version that the manifest fixes and the lockfile contradicts is a gap', () => {
      expect(gapsOf({ ...lockfile, ...fixed?.(present) }, other)).toEqual([expect.stringContaining(present)]);
    });
  },
);

describe('every lockfile format', () => {
  test('has cases, or states why it has no manifest', () => {
    for (const [format, { cases, none }] of Object.entries(hiddenRequests))
      expect([format, (cases?.length ?? 0) > 0 !== (none !== undefined)]).toEqual([format, true]);
  });

  test('that has no manifest lists what it names itself', () => {
    const named: readonly LockfileFormat[] = Object.entries(hiddenRequests).flatMap(([format, { none }]) =>
      none === undefined ? [] : [format as LockfileFormat],
    );
    expect(named.toSorted()).toEqual([
      'actions',
      'conda-environment',
      'go-mod',
      'go-sum',
      'go-work',
      'tool-versions',
      'vcpkg-json',
    ]);
  });
});

test('a lockfile that has nothing of what its manifest names does not count as resolving the project', () => {
  const contents = {
    'pom.xml':
      '<project><artifactId>b</artifactId><dependencies><dependency><groupId>g</groupId><artifactId>absent</artifactId><version>1</version></dependency></dependencies></project>',
    'dependency-tree.txt': 'a:b:jar:1\n\\- g:present:jar:1.0:compile\n',
  };
  const { resolvingNothing } = readInventory(filesOf(contents), 'source');
  expect(resolvingNothing).toEqual(['dependency-tree.txt']);
});

describe('verification metadata of Gradle', () => {
  const trusting = (configuration: string): string[] =>
    gapsOf(
      {
        'gradle/verification-metadata.xml': `<verification-metadata><configuration>${configuration}</configuration><components><component group="g" name="a" version="1"><artifact name="a-1.jar"/></component></components></verification-metadata>`,
      },
      'modules that the build trusts without a checksum',
    );

  test('names what is trusted and therefore not listed', () => {
    expect(trusting('<trusted-artifacts><trust group="org.evil"/></trusted-artifacts>')).toEqual([
      expect.stringContaining('(1): org.evil'),
    ]);
    const keys =
      '<trusted-keys><trusted-key id="AA"><trusting group="org.evil"/></trusted-key></trusted-keys>';
    expect(trusting(keys)).toEqual([expect.stringContaining('org.evil')]);
    expect(
      trusting('<trusted-artifacts><trust file=".*[.]jar" regex="true"/></trusted-artifacts>'),
    ).toHaveLength(1);
  });

  test('may trust sources and documentation, which are no code of the program', () => {
    const beside = ['.*-javadoc[.]jar', '.*-sources[.]jar', '.*\\.pom'].map(
      (file) => `<trust file="${file}" regex="true"/>`,
    );
    expect(trusting(`<trusted-artifacts>${beside.join('')}</trusted-artifacts>`)).toEqual([]);
  });
});
