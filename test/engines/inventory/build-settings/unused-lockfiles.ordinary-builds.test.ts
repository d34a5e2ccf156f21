import { expect, test } from 'vitest';
import { unusedLockfiles } from '@scangate/engines/inventory/build-settings/unused-lockfiles';
import { filesOf } from '../inventory-fixtures.ts';

const lock = 'g:a:1.0.0=compileClasspath,runtimeClasspath\nempty=\n';

const kotlin = `import org.jetbrains.kotlin.gradle.tasks.KotlinCompile
import java.util.*

plugins {
    kotlin("jvm") version "1.9.21"
    \`java-library\`
}
val versions: Map<String, String> by extra
configurations {
    compileOnly { extendsFrom(configurations.annotationProcessor.get()) }
}
dependencyLocking {
    lockAllConfigurations()
    lockMode.set(LockMode.STRICT)
}
tasks.register("resolveAndLockAll") {
    doFirst {
        require(gradle.startParameter.isWriteDependencyLocks) { "$path must be run with --write-locks" }
    }
    doLast { configurations.filter { it.isCanBeResolved }.forEach { it.resolve() } }
}
tasks.withType<KotlinCompile> { kotlinOptions { freeCompilerArgs = listOf("-Xjsr305=strict") } }
`;

const groovy = `plugins { id 'java' apply false }
def isCi = System.getenv('CI') != null
String version(Project project, String name) {
  return project.findProperty(name) ?: '1'
}
allprojects {
  apply plugin: 'java'
  configurations.all {
    resolutionStrategy {
      failOnVersionConflict()
      activateDependencyLocking()
    }
  }
}
subprojects { p ->
  if (p.name == 'lib') { apply plugin: 'maven-publish' }
  task resolveAndLockAll {
    doFirst { assert gradle.startParameter.writeDependencyLocks }
    doLast { configurations.findAll { it.canBeResolved }.each { it.resolve() } }
  }
}
shadowJar { configurations = [project.configurations.runtimeClasspath] }
`;

const named = `buildscript {
    configurations.classpath {
        resolutionStrategy.activateDependencyLocking()
    }
}
configurations {
    compileClasspath { resolutionStrategy.activateDependencyLocking() }
    runtimeClasspath {
        resolutionStrategy.activateDependencyLocking()
    }
}
`;

const conventions = `package acme
plugins { java }
dependencyLocking { lockAllConfigurations() }
`;

test.each([
  ['a script in Kotlin', { 'build.gradle.kts': kotlin, 'gradle.lockfile': lock }],
  [
    'a script for all projects',
    {
      'settings.gradle': "include 'app', 'lib'\n",
      'build.gradle': groovy,
      'gradle.lockfile': lock,
      'app/build.gradle': 'dependencies { }\n',
      'app/gradle.lockfile': lock,
    },
  ],
  [
    'class paths by their names',
    {
      'build.gradle': named,
      'gradle.lockfile': lock,
      'buildscript-gradle.lockfile': 'g:p:1.0.0=classpath\nempty=\n',
    },
  ],
  [
    'a plugin of an included build',
    {
      'settings.gradle.kts': 'pluginManagement { includeBuild("build-logic") }\ninclude("app")\n',
      'build-logic/settings.gradle.kts': '',
      'build-logic/build.gradle.kts': 'plugins { `kotlin-dsl` }\n',
      'build-logic/src/main/kotlin/acme/conventions.gradle.kts': conventions,
      'app/build.gradle.kts': 'plugins {\n    id("acme.conventions")\n    application\n}\n',
      'app/gradle.lockfile': lock,
    },
  ],
])('an ordinary build with locking has no gap: %s', (_, contents) => {
  expect(unusedLockfiles(filesOf(contents), Object.keys(contents))).toEqual([]);
});
