import { describe, expect, test } from 'vitest';
import { unusedLockfiles } from '@scangate/engines/inventory/build-settings/unused-lockfiles';
import { filesOf } from '../inventory-fixtures.ts';

const because = 'so Gradle may resolve other versions';
const unused = `nothing in the build turns locking on, ${because}`;
const leftOut = `a script leaves configurations or packages out of locking, ${because}`;
const unclear = `a script states locking in a way that only running it would tell, ${because}`;
const lock = 'g:a:1.0.0=compileClasspath,runtimeClasspath\nempty=\n';
const locking = 'dependencyLocking { lockAllConfigurations() }';
const activation = 'resolutionStrategy.activateDependencyLocking()';

/** Returns why the lockfiles of a build may not be used, by their directory. */
const gapsOf = (contents: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    unusedLockfiles(filesOf(contents), Object.keys(contents)).map(({ file, reason }) => [
      file.slice(0, -'gradle.lockfile'.length),
      reason,
    ]),
  );

const gapOf = (script: string, path = 'build.gradle'): string | undefined =>
  gapsOf({ 'build.gradle': '', [path]: script, 'gradle.lockfile': lock })[''];

describe('a script that names a configuration locks no other one', () => {
  test.each([
    `configurations.named('x') { ${activation} }`,
    `configurations.getByName("x").${activation}`,
    `configurations { create('x') { ${activation} } }`,
    `configurations.register('x') { ${activation} }`,
    `configurations['x'].${activation}`,
    `configurations { 'x' { ${activation} } }`,
    `configurations.named 'x', { ${activation} }`,
    `configurations.named('x', { ${activation} })`,
    `configurations.x { c -> c.${activation} }`,
  ])('%s', (script) => {
    expect(gapOf(script)).toBe(unused);
    const both = `${script}\n${script.replace('x', 'compileClasspath')}\n${script.replace('x', 'runtimeClasspath')}`;
    expect(gapOf(both)).toBeUndefined();
  });

  test('and one that is no class path of the program does not lock the program', () => {
    const gap = (name: string): string | undefined =>
      gapsOf({
        'build.gradle': `configurations.${name} { ${activation} }`,
        'gradle.lockfile': `g:a:1.0.0=${name}\nempty=\n`,
      })[''];
    expect(gap('tools')).toBe(leftOut);
    expect(gap('testRuntimeClasspath')).toBe(leftOut);
    expect(gap('releaseRuntimeClasspath')).toBeUndefined();
  });

  test('a plugin in Java', () => {
    const plugin = (call: string): string | undefined =>
      gapOf(
        `class A { public void apply(Project p) { p.getConfigurations().${call}; } }`,
        'buildSrc/src/main/java/A.java',
      );
    const activate = 'c -> c.getResolutionStrategy().activateDependencyLocking())';
    expect(plugin(`all(${activate}`)).toBeUndefined();
    expect(plugin(`named("x", ${activate}`)).toBe(unused);
    expect(plugin(`matching(${activate}`)).toBe(unclear);
    const lockfile = 'p.getDependencyLocking().getLockFile().set(other)';
    expect(plugin(`all(${activate}; ${lockfile}`)).toBe(unclear);
  });
});

describe('locking that only running the script would tell is a gap', () => {
  test.each([
    ['a variable', `def c = configurations.x\nc.${activation}`],
    ['a computed name', `configurations.named("\${x}") { ${activation} }`],
    ['a filter', `configurations.matching { it.name == 'x' }.all { ${activation} }`],
    ['what is there so far', `configurations.each { it.${activation} }`],
    ['a condition', `if (false) { ${locking} }`],
    ['a condition in one line', `if (false) dependencyLocking.lockAllConfigurations()`],
    ['a condition above it', `if (false)\n  dependencyLocking.lockAllConfigurations()`],
    ['a condition above its block', `if (false)\n  allprojects { ${locking} }`],
    ['the other half of a condition', `if (true) {\n} else {\n  ${locking}\n}`],
    ['the other half in the next line', `if (true) {\n} else\n  dependencyLocking.lockAllConfigurations()`],
    ['an operator', 'false && dependencyLocking.lockAllConfigurations()'],
    ['a question above it', 'x ?\n  dependencyLocking.lockAllConfigurations() :\n  null'],
    ['a function above it', 'fun lock() =\n  dependencyLocking.lockAllConfigurations()', 'build.gradle.kts'],
    ['an operator above it', 'false &&\n  dependencyLocking.lockAllConfigurations()'],
    ['a loop over nothing', `[].each { ${locking} }`],
    ['a method', `def lock() { ${locking} }`],
    ['a closure', `def lock = { ${locking} }`],
    ['a task', `task lock { doLast { ${locking} } }`],
    ['a plugin that may not be applied', `plugins.withId('x') { ${locking} }`],
    ['a name in place of a call', 'dependencyLocking { lockAllConfigurations }'],
    ['a block that has ended', `configurations.all { return\n ${activation} }`],
    ['a script that has ended', `if (true) { return }\n${locking}`],
    ['a method of the same name', `def dependencyLocking(c) { }\n${locking}`],
    ['a variable of the same name', `def configurations = []\nconfigurations.all { ${activation} }`],
    ['names of several variables', `def (configurations, x) = [[], 1]\nconfigurations.all { ${activation} }`],
    ['a second variable', `def x = 1, configurations = []\nconfigurations.all { ${activation} }`],
    ['a type before the name', `Object[] configurations = []\nconfigurations.all { ${activation} }`],
    [
      'a variable of the block',
      `allprojects { def configurations = []\n configurations.all { ${activation} } }`,
    ],
    ['another parameter', `allprojects { p ->\n p = other\n p.${locking}\n}`],
    ['a block of another object', `allprojects { delegate = other\n ${locking} }`],
    ['a method that is replaced', `dependencyLocking.metaClass.lockAllConfigurations = { }\n${locking}`],
    ['other projects', `configure(subprojects.findAll { it.name == 'x' }) { ${locking} }`],
    ['the project of the script', `allprojects { this.${locking} }`],
    ['blocks that are too deep', `${'allprojects {'.repeat(70)} ${locking} ${'}'.repeat(70)}`],
  ])('%s', (_, script, path = 'build.gradle') => {
    expect(gapOf(script, path)).toBe(unclear);
  });

  test.each([
    ['all that can be resolved', `configurations.all { if (canBeResolved) { ${activation} } }`],
    ['in one line', `configurations.configureEach { if (it.canBeResolved) ${activation} }`],
    ['Kotlin', `configurations.configureEach { if (isCanBeResolved) ${activation} }`, 'build.gradle.kts'],
    ['all projects', `allprojects { project ->\n  project.afterEvaluate {\n    project.${locking}\n  }\n}`],
    ['settings', `gradle.allprojects { ${locking} }`, 'settings.gradle'],
    ['settings in Kotlin', `gradle.lifecycle.beforeProject { ${locking} }`, 'settings.gradle.kts'],
    ['an import before it', `import java.util.*\n\nallprojects { ${locking} }`],
    ['a list of a type before it', `val names: List<String>\n${locking}`, 'build.gradle.kts'],
    ['a type with a question mark', `val name: String?\n${locking}`, 'build.gradle.kts'],
    ['a value that is not null', `val name = find("x")!!\n${locking}`, 'build.gradle.kts'],
    ['a counter before it', `n++\n${locking}`],
    ['two parameters', `map.each { a, b ->\n  println(a)\n}\n${locking}`],
    ['a typed parameter', `configurations.all { Configuration c -> c.${activation} }`],
    ['a typed parameter of Kotlin', `allprojects { p: Project ->\n  p.${locking}\n}`, 'build.gradle.kts'],
    ['a condition before it', `if (x) println('y')\n${locking}`],
    ['configurations that are not resolved', `configurations { x { canBeResolved = false } }\n${locking}`],
    ['a property of that name', `shadowJar { configurations = [project.configurations.x] }\n${locking}`],
    ['a method with a project', `def version(Project project) { project.version }\n${locking}`],
    ['a variable of another block', `task x { def project = y }\n${locking}`],
    ['a call without brackets', `evaluate allprojects\n${locking}`],
    ['brackets', `allprojects({ dependencyLocking({ lockAllConfigurations() }) })`],
    [
      'a plugin in Kotlin',
      `class A : Plugin<Project> {\n  override fun apply(target: Project) = with(target) {\n    ${locking}\n  }\n}`,
      'buildSrc/src/main/kotlin/A.kt',
    ],
  ])('not that of %s', (_, script, path = 'build.gradle') => {
    expect(gapOf(script, path)).toBeUndefined();
  });
});

describe('a mode that is not plainly strict leaves something out', () => {
  test.each([
    ['lenient', 'dependencyLocking.lockMode = LockMode.LENIENT'],
    ['a condition', 'dependencyLocking { lockMode = x ? LockMode.STRICT : mode }'],
    ['a value by its name', "dependencyLocking { lockMode.set(LockMode.valueOf('LEN' + 'IENT')) }"],
    ['one of all values', 'dependencyLocking { setLockMode(LockMode.values()[2]) }'],
    ['a call in quotes', "configurations.all { resolutionStrategy.'deactivateDependencyLocking'() }"],
    ['versions that are written anew', 'gradle.startParameter.writeDependencyLocks = true'],
    ['versions that are added to those', "gradle.startParameter.lockedDependenciesToUpdate.add('*:*')"],
    ['versions that are updated', "gradle.startParameter.lockedDependenciesToUpdate = ['*:*']"],
  ])('%s', (_, line) => {
    expect(gapOf(`${locking}\n${line}`)).toBe(leftOut);
  });

  test.each([
    ['another object of that name', 'import a.LockMode\ndependencyLocking { lockMode = LockMode.STRICT }'],
    ['a property by its name', "dependencyLocking { delegate['lock' + 'Mode'] = mode }"],
    ['a variable', 'def handler = dependencyLocking'],
    ['another file', "dependencyLocking { lockFile = file('other.lockfile') }"],
    ['a comment that ends in some versions of Groovy', '// \\u000a dependencyLocking.lockMode = mode'],
    ['such a comment without any word of locking', 'def text = /* \\u002a\\u002f x.load(y) /* */ 1'],
  ])('or is a gap: %s', (_, line) => {
    expect(gapOf(`${locking}\n${line}`)).toBe(unclear);
  });

  test.each([
    [
      'strict',
      'import org.gradle.api.artifacts.dsl.LockMode\ndependencyLocking { lockMode = LockMode.STRICT }',
    ],
    ['the default', 'dependencyLocking.lockMode.set(LockMode.DEFAULT)'],
    [
      'a task that asks how Gradle was called',
      "tasks.register('lock') { doFirst { assert gradle.startParameter.writeDependencyLocks : 'x' } }",
    ],
  ])('not where it is %s', (_, line) => {
    expect(gapOf(`${locking}\n${line}`)).toBeUndefined();
  });
});

describe('a script locks the projects that it is about', () => {
  const gaps = (script: string, contents: Record<string, string> = { 'settings.gradle': '' }) =>
    Object.entries(
      gapsOf({
        'build.gradle': script,
        'app/build.gradle': '',
        'gradle.lockfile': lock,
        'app/gradle.lockfile': lock,
        ...contents,
      }),
    );

  test.each([
    ['itself', locking, ['app/']],
    ['those below it', `subprojects { ${locking} }`, ['']],
    ['all', `allprojects { ${locking} }`, []],
    ['one', `project(':app') { ${locking} }`, ['']],
    ['another one', `project(':other') { ${locking} }`, ['', 'app/']],
    ['those below it by their names', `configure(subprojects) { ${locking} }`, ['']],
  ])('%s', (_, script, left) => {
    expect(gaps(script)).toEqual(left.map((directory) => [directory, unused]));
  });

  test('without settings, no project is below it', () => {
    expect(gaps(`allprojects { ${locking} }`, {})).toEqual([['app/', unused]]);
    expect(gaps(`allprojects { ${locking} }`, { 'other/settings.gradle': '' })).toEqual([['app/', unused]]);
  });
});
