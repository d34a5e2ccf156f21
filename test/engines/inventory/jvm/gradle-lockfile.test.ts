import { expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const missing = 'dependencies that the project asks for and the lockfile does not have';
const lock = 'g:a:1.0.0=compileClasspath\nempty=\n';

test('a dependency that the build script requires and the lockfile does not have is a gap', () => {
  const inventory = inventoryOf({
    'build.gradle': 'dependencies {\n  implementation "g:a:1.0.0"\n  implementation "g:b:1.0.0"\n}\n',
    'gradle.lockfile': lock,
  });
  expect(reasonsOf(inventory.notes)).toEqual([`gradle.lockfile: ${missing} (1): g:b`]);
});

test('a lockfile without any of the required dependencies resolves nothing', () => {
  const inventory = inventoryOf({
    'build.gradle.kts': 'dependencies { implementation("g:b:1.0.0") }\n',
    'gradle.lockfile': lock,
  });
  expect(inventory.resolvingNothing).toEqual(['gradle.lockfile']);
});

test('the class path of the build script and names that only Gradle knows are not a gap', () => {
  const script = [
    'buildscript { dependencies { classpath "g:plugin:1.0.0" } }',
    'dependencies {\n  implementation "g:a:1.0.0"\n  implementation "g:${name}:1.0.0"\n}\n',
  ].join('\n');
  const inventory = inventoryOf({
    'build.gradle': script,
    'gradle.lockfile': lock,
    'buildscript-gradle.lockfile': 'g:plugin:1.0.0=classpath\nempty=\n',
  });
  expect(reasonsOf(inventory.notes)).toEqual([]);
});
