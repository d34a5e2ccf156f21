import type { InventoryCase } from './inventory-case.ts';

const lock = (...lines: string[]): string =>
  `# This is a Gradle generated file for dependency locking.\n# Manual edits can break the build.\n${lines.join('\n')}\n`;

const one = (name: string, files: Record<string, string>, ...expected: string[]): InventoryCase => ({
  name,
  files,
  unitType: 'gradle',
  expected,
});

const script = (body: string): string => `plugins {\n  id 'java'\n}\n\ndependencies {\n${body}\n}\n`;

export const cases: InventoryCase[] = [
  one(
    'a lockfile: configurations determine the scope, and without a graph each may be direct',
    {
      'gradle.lockfile': lock(
        'com.google.guava:guava:32.1.3-jre=compileClasspath,runtimeClasspath,testCompileClasspath',
        'junit:junit:4.13.2=testCompileClasspath,testRuntimeClasspath',
        'org.projectlombok:lombok:1.18.30=annotationProcessor',
        'jakarta.servlet:jakarta.servlet-api:6.0.0=compileOnly',
        'empty=kapt',
      ),
    },
    'pkg:maven/com.google.guava/guava@32.1.3-jre required direct',
    'pkg:maven/jakarta.servlet/jakarta.servlet-api@6.0.0 optional direct',
    'pkg:maven/junit/junit@4.13.2 dev direct',
    'pkg:maven/org.projectlombok/lombok@1.18.30 dev direct',
  ),
  one(
    'the build script beside a lockfile determines what is direct',
    {
      'gradle.lockfile': lock(
        'g:a:1=runtimeClasspath',
        'g:b:2=runtimeClasspath',
        'g:c:3=runtimeClasspath',
        'empty=',
      ),
      'build.gradle': script("  implementation 'g:a:1'\n  implementation libs.some.c"),
      'gradle/libs.versions.toml': '[libraries]\nsome-c = "g:c:3"\nunused = "g:unused:1"\n',
    },
    'pkg:maven/g/a@1 required direct',
    'pkg:maven/g/b@2 required transitive',
    'pkg:maven/g/c@3 required direct',
  ),
  one(
    'Android’s variants: what a release needs is required',
    {
      'gradle.lockfile': lock(
        'g:release:1=debugRuntimeClasspath,releaseRuntimeClasspath',
        'g:test:1=debugUnitTestRuntimeClasspath,debugAndroidTestCompileClasspath',
        'empty=',
      ),
    },
    'pkg:maven/g/release@1 required direct',
    'pkg:maven/g/test@1 dev direct',
  ),
  one(
    'the build script’s own class path is for development',
    { 'buildscript-gradle.lockfile': lock('com.android.tools.build:gradle:8.2.0=classpath', 'empty=') },
    'pkg:maven/com.android.tools.build/gradle@8.2.0 dev direct',
  ),
  one('an empty lockfile', { 'gradle.lockfile': lock('empty=compileClasspath') }),
  one(
    'Groovy: strings, lists, named arguments, blocks',
    {
      'build.gradle': script(`
  implementation 'g:a:1'
  implementation "g:b:2", 'g:c:3'
  api group: 'g', name: 'd', version: '4'
  testImplementation('g:e:5') {
    exclude group: 'x', module: 'y'
    transitive = false
  }
  runtimeOnly(group: "g", name: "f", version: "6") { because 'x:y:1' }
  compileOnly 'g:h:7:sources@jar'
  // implementation 'g:commented:1'
  /* implementation 'g:commented:2' */`),
    },
    'pkg:maven/g/a@1 required direct',
    'pkg:maven/g/b@2 required direct',
    'pkg:maven/g/c@3 required direct',
    'pkg:maven/g/d@4 required direct',
    'pkg:maven/g/e@5 dev direct',
    'pkg:maven/g/f@6 required direct',
    'pkg:maven/g/h@7 optional direct',
  ),
  one(
    'Kotlin: calls, named arguments, strings as configurations',
    {
      'build.gradle.kts': script(`
  implementation("g:a:1")
  "api"("g:b:2")
  testImplementation(group = "g", name = "c", version = "3")
  implementation(platform("g:bom:4"))
  kapt("g:d:5")
  implementation(project(":core"))
  implementation(files("libs/x.jar"))`),
    },
    'pkg:maven/g/a@1 required direct',
    'pkg:maven/g/b@2 required direct',
    'pkg:maven/g/bom@4 required direct',
    'pkg:maven/g/c@3 dev direct',
    'pkg:maven/g/d@5 dev direct',
  ),
  one(
    'variables of the script, in each of the usual forms',
    {
      'build.gradle': `buildscript {
  ext.a_version = '1'
  ext { b_version = '2' }
  dependencies { classpath "g:plugin:$a_version" }
}
def c = '3'
ext.versions = [d: '4', 'e': "5"]
dependencies {
  implementation "g:a:\${a_version}"
  implementation "g:b:$b_version"
  implementation "g:c:" + c
  implementation "g:d:\${versions.d}"
  implementation "g:e:\${rootProject.ext.versions.e}"
  implementation "g:f:$unknown"
}
`,
    },
    'pkg:maven/g/a@1 required direct',
    'pkg:maven/g/b@2 required direct',
    'pkg:maven/g/c@3 required direct',
    'pkg:maven/g/d@4 required direct',
    'pkg:maven/g/e@5 required direct',
    'pkg:maven/g/f required direct',
    'pkg:maven/g/plugin@1 dev direct',
  ),
  one(
    'variables of Kotlin and of gradle.properties',
    {
      'gradle.properties': '# versions\nkotlinVersion=1.9.22\nother = 7\n',
      'build.gradle.kts': `val a = "1"
val b by extra("2")
extra["c"] = "3"
dependencies {
  implementation("g:a:$a")
  implementation("g:b:\${b}")
  implementation("g:c:\${extra["c"]}")
  implementation("g:d:\${property("kotlinVersion")}")
  implementation("g:e:\${other}")
}
`,
    },
    'pkg:maven/g/a@1 required direct',
    'pkg:maven/g/b@2 required direct',
    'pkg:maven/g/c@3 required direct',
    'pkg:maven/g/d@1.9.22 required direct',
    'pkg:maven/g/e@7 required direct',
  ),
  one(
    'versions that move leave it open; a strict one is one',
    {
      'build.gradle': script(`
  implementation 'g:a:1.+'
  implementation 'g:b:latest.release'
  implementation 'g:c:[1,2)'
  implementation 'g:d:1.5!!'
  implementation('g:e') { version { strictly '[1.7, 1.8['; prefer '1.7.25' } }
  implementation('g:f') { version { strictly '2.2' } }`),
    },
    'pkg:maven/g/a required direct',
    'pkg:maven/g/b required direct',
    'pkg:maven/g/c required direct',
    'pkg:maven/g/d@1.5 required direct',
    'pkg:maven/g/e@1.7.25 required direct',
    'pkg:maven/g/f@2.2 required direct',
  ),
  one(
    'constraints and Spring’s dependency management give versions and are not dependencies',
    {
      'build.gradle': `dependencyManagement {
  imports { mavenBom 'g:bom:1' }
  dependencies { dependency 'g:a:1.1' }
}
dependencies {
  constraints { implementation('g:b:2.2') { because 'a hole' } }
  implementation 'g:a'
  implementation 'g:b'
  implementation 'g:c'
}
`,
    },
    'pkg:maven/g/a@1.1 required direct',
    'pkg:maven/g/b@2.2 required direct',
    'pkg:maven/g/c required direct',
  ),
  one(
    'a platform or plugin that releases its group together with itself determines the version',
    {
      'build.gradle': `plugins {
  id 'org.springframework.boot' version '3.2.0'
}
dependencies {
  implementation 'org.springframework.boot:spring-boot-starter-web'
  implementation platform('io.netty:netty-bom:4.1.104.Final')
  implementation 'io.netty:netty-handler'
  runtimeOnly 'org.postgresql:postgresql'
}
`,
    },
    'pkg:maven/io.netty/netty-bom@4.1.104.Final required direct',
    'pkg:maven/io.netty/netty-handler@4.1.104.Final required direct',
    'pkg:maven/org.postgresql/postgresql required direct',
    'pkg:maven/org.springframework.boot/org.springframework.boot.gradle.plugin@3.2.0 dev direct',
    'pkg:maven/org.springframework.boot/spring-boot-starter-web@3.2.0 required direct',
  ),
  one(
    'plugins by their marker',
    {
      'build.gradle.kts': `plugins {
  java
  id("org.springframework.boot") version "3.2.0"
  kotlin("jvm") version "1.9.22"
  alias(libs.plugins.shadow)
}
`,
      'gradle/libs.versions.toml': '[plugins]\nshadow = { id = "com.example.shadow", version = "8.1.1" }\n',
    },
    'pkg:maven/com.example.shadow/com.example.shadow.gradle.plugin@8.1.1 dev direct',
    'pkg:maven/org.jetbrains.kotlin.jvm/org.jetbrains.kotlin.jvm.gradle.plugin@1.9.22 dev direct',
    'pkg:maven/org.springframework.boot/org.springframework.boot.gradle.plugin@3.2.0 dev direct',
  ),
  one(
    'a version catalog alone: every form of library, version and plugin',
    {
      'gradle/libs.versions.toml': `[versions]
guava = "32.1.3-jre"
rich = { strictly = "[3.8, 4.0[", prefer = "3.9" }
required = { require = "1.2" }
open = { require = "1.+" }

[libraries]
guava = { module = "com.google.guava:guava", version.ref = "guava" }
lang3 = { group = "org.apache.commons", name = "commons-lang3", version.ref = "rich" }
short = "g:short:1.0"
own = { module = "g:own", version = { strictly = "2.0" } }
req = { module = "g:req", version.ref = "required" }
floating = { module = "g:floating", version.ref = "open" }

[plugins]
versions = { id = "com.example.versions", version = "0.45.0" }
kotlin = "com.example.kotlin:1.0"
`,
    },
    'pkg:maven/com.example.kotlin/com.example.kotlin.gradle.plugin@1.0 dev direct',
    'pkg:maven/com.example.versions/com.example.versions.gradle.plugin@0.45.0 dev direct',
    'pkg:maven/com.google.guava/guava@32.1.3-jre required direct',
    'pkg:maven/g/own@2.0 required direct',
    'pkg:maven/g/req@1.2 required direct',
    'pkg:maven/g/short@1.0 required direct',
    'pkg:maven/org.apache.commons/commons-lang3@3.9 required direct',
  ),
  one(
    'a catalog’s entries have the scope of where they are used, bundles included',
    {
      'gradle/libs.versions.toml': `[versions]
junit = "5.10.1"
[libraries]
junit-api = { module = "org.junit.jupiter:junit-jupiter-api", version.ref = "junit" }
mockito = "org.mockito:mockito-core:5.8.0"
core_ktx = "androidx.core:core-ktx:1.12.0"
[bundles]
testing = ["junit-api", "mockito"]
`,
      'app/build.gradle.kts':
        'dependencies {\n  testImplementation(libs.bundles.testing)\n  implementation(libs.core.ktx)\n  implementation("g:x:${libs.versions.junit.get()}")\n}\n',
    },
    'pkg:maven/androidx.core/core-ktx@1.12.0 required direct',
    'pkg:maven/g/x@5.10.1 required direct',
    'pkg:maven/org.junit.jupiter/junit-jupiter-api@5.10.1 dev direct',
    'pkg:maven/org.mockito/mockito-core@5.8.0 dev direct',
  ),
  one(
    'dependencies of the build’s own plugins are for development',
    {
      'settings.gradle.kts': 'rootProject.name = "x"\n',
      'buildSrc/build.gradle.kts':
        'dependencies {\n  implementation("g:plugin:1")\n  implementation(libs.other)\n}\n',
      'gradle/libs.versions.toml': '[libraries]\nother = "g:other:2"\n',
    },
    'pkg:maven/g/other@2 dev direct',
    'pkg:maven/g/plugin@1 dev direct',
  ),
  one(
    'subprojects without a lockfile are read beside those with one',
    {
      'settings.gradle': "rootProject.name = 'x'\ninclude 'app', 'lib'\n",
      'app/build.gradle': script("  implementation 'g:a:1'"),
      'app/gradle.lockfile': lock('g:a:1=runtimeClasspath', 'empty='),
      'lib/build.gradle': script("  api 'g:b:2'"),
    },
    'pkg:maven/g/a@1 required direct',
    'pkg:maven/g/b@2 required direct',
  ),
  one(
    'multiplatform source sets and blocks for all projects',
    {
      'build.gradle.kts': `allprojects { dependencies { implementation("g:all:1") } }
kotlin {
  sourceSets {
    commonMain.dependencies { implementation("g:common:2") }
    val jvmTest by getting { dependencies { implementation("g:jvm:3") } }
  }
}
`,
    },
    'pkg:maven/g/all@1 required direct',
    'pkg:maven/g/common@2 required direct',
    'pkg:maven/g/jvm@3 required direct',
  ),
];
