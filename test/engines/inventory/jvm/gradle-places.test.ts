import { describe, expect, test } from 'vitest';
import { componentCoverage } from '@scangate/engines/component-coverage';
import { inventoryOf, namesOf } from '../inventory-fixtures.ts';

const lockfile =
  '# This is a Gradle generated file for dependency locking.\na:b:1.0=runtimeClasspath\nempty=\n';
const kind = 'scripts and builds that the build names and that are not read';
const read = { 'gradle/a.gradle': '// a\n', 'x/build.gradle': '// x\n' };

describe('what a build script makes part of the build and is not read is a gap', () => {
  test.each([
    ['apply from: "deps.groovy"', 'deps.groovy'],
    ['apply(from = "x/deps.groovy")', 'x/deps.groovy'],
    ['apply { from("deps.groovy") }', 'deps.groovy'],
    ['apply from: rootProject.file("deps.groovy")', 'deps.groovy'],
    ['apply from: "https://example.com/a.gradle"', 'https://example.com/a.gradle'],
    ["apply { plugin('java').from('deps.groovy') }", 'deps.groovy'],
    ["apply { it.from('deps.groovy').plugin('java') }", 'deps.groovy'],
    ["apply { if (true) { from 'deps.groovy' } }", 'deps.groovy'],
    ["apply { this.from('deps.groovy') }", 'deps.groovy'],
    ["apply from: 'deps.groovy', plugin: 'java'", 'deps.groovy'],
    ["apply(['from': 'deps.groovy'])", 'deps.groovy'],
    ['includeBuild("vendor/x")', 'vendor/x'],
    ['rootProject.buildFileName = "b.groovy"', 'b.groovy'],
    ['project(":x").projectDir = file("vendor/x")', 'vendor/x'],
  ])('%s', (line, place) => {
    const inventory = inventoryOf({ ...read, 'build.gradle': `${line}\n` });
    expect(inventory.notes.map(({ reason }) => reason)).toEqual([`${kind} (1): ${place}`]);
    expect(componentCoverage('sca', inventory, { assessed: 0, gaps: [] }).status).toBe('unassessed');
    const locked = inventoryOf({ 'gradle.lockfile': lockfile, 'build.gradle': `${line}\n` });
    expect(locked.notes.map(({ reason }) => reason)).toContain(`${kind} (1): ${place}`);
  });
});

test.each([
  'apply plugin: "java"',
  'apply from: "gradle/a.gradle"',
  'apply from: "gradle/a.gradle", plugin: "java"',
  'apply plugin: "java", from: "gradle/a.gradle"',
  'apply { plugin("java").from("gradle/a.gradle") }',
  'tasks.apply { register("x") { from("src") } }',
  'apply from: "$rootDir/gradle/a.gradle"',
  'includeBuild("x")',
  'project(":x").projectDir = file("x")',
  'def directory = project.projectDir',
])('what is read is none: %s', (line) => {
  expect(inventoryOf({ ...read, 'build.gradle': `${line}\n` }).notes).toEqual([]);
});

test('a dependency that is added by the name of its configuration is read', () => {
  const script = 'dependencies {\n  add("implementation", "x:y:1")\n}\n';
  expect(namesOf(inventoryOf({ 'build.gradle': script }))).toEqual(['x:y@1']);
  const { notes } = inventoryOf({ 'gradle.lockfile': lockfile, 'build.gradle': script });
  expect(notes.map(({ reason }) => reason)).toContain(
    'dependencies that the project asks for and the lockfile does not have (1): x:y',
  );
});
