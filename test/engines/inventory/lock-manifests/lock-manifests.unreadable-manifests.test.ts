import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const gem =
  'GEM\n  remote: https://rubygems.org/\n  specs:\n    rake (13.0.6)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  rake\n\nBUNDLED WITH\n   2.4.1\n';
const gradle =
  '# This is a Gradle generated file for dependency locking.\na:b:1.0=runtimeClasspath\nempty=\n';
const sbt = JSON.stringify({
  lockVersion: 1,
  dependencies: [{ org: 'a', name: 'b', version: '1', artifacts: [], configurations: ['compile'] }],
});
const pods =
  'PODS:\n  - Z (1.0)\n\nDEPENDENCIES:\n  - Z\n\nSPEC REPOS:\n  trunk:\n    - Z\n\nCOCOAPODS: 1.11.3\n';

describe('a manifest beside a lockfile that is there and cannot be read is reported', () => {
  test.each([
    ['Gemfile.lock', gem, 'Gemfile', '# \0\ngem "rake"\ngem "nokogiri"\n'],
    ['requirements.txt', 'flask==2.3.3\n', 'setup.cfg', '# \0\n[options]\ninstall_requires =\n  jinja2\n'],
    ['gradle.lockfile', gradle, 'build.gradle', '// \0\ndependencies { implementation "x:y:1" }\n'],
    ['build.sbt.lock', sbt, 'build.sbt', '// \0\nlibraryDependencies += "x" % "y" % "1"\n'],
    ['Podfile.lock', pods, 'Podfile', '# \0\npod "AFNetworking"\n'],
  ])('%s', (lockfile, text, manifest, concealed) => {
    const inventory = inventoryOf({ [lockfile]: text, [manifest]: concealed });
    expect(inventory.read).toEqual([lockfile]);
    expect(reasonsOf(inventory.unread)).toEqual([`${manifest}: it is not a text file`]);
  });
});

test('requirements in a file whose name does not announce them are found behind a NUL', () => {
  const files = { 'deps.txt': '# \0\nflask==2.3.3\njinja2==2.0\n' };
  expect(inventoryOf(files).components.map(({ name }) => name)).toEqual(['flask', 'jinja2']);
});
