import type { DependencyScope } from '@scangate/engines/model/component';

const ofTests = /(?:^t|T)est(?![a-z])/;

/** Class paths of compilers, annotation processors and linters, which are not part of the program. */
const ofTools =
  /^(?:classpath|zinc|pmd|kapt|ksp|developmentOnly|(?:checkstyle|spotbugs|jacoco|detekt|ktlint|errorprone|spotless|dokka|jmh|asciidoctor|lint|kotlinCompiler|kotlinBuildTools|kotlinKlib|kotlinNative|kotlinScript|scalaCompiler)\w{0,80})$|^(?:kapt|ksp)[A-Z]|(?:^a|A)nnotationProcessor/;

/** Returns whether a configuration is for tests: its class path has what the program needs and more. */
export const isTestConfiguration = (configuration: string): boolean => ofTests.test(configuration);

const ofHost = /(?:^c|C)ompileOnly|^provided/;

const scopeOf = (configuration: string): DependencyScope => {
  if (ofTests.test(configuration) || ofTools.test(configuration)) return 'dev';
  return ofHost.test(configuration) ? 'optional' : 'required';
};

/** Returns the strongest scope of a package's configurations. */
export const gradleScope = (configurations: readonly string[]): DependencyScope => {
  const scopes = new Set(configurations.map(scopeOf));
  if (scopes.has('required')) return 'required';
  return scopes.has('optional') ? 'optional' : 'dev';
};
