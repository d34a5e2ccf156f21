import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const missing = 'dependencies that the project asks for and the lockfile does not have';
const unreadable = 'manifests that cannot be read';
const running = 'dependencies that only running the manifest would reveal';
const gapsOf = (contents: Contents, kind: string): string[] =>
  reasonsOf(inventoryOf(contents).notes).filter((reason) => reason.includes(kind));

const long = 'x'.repeat(5000);
const sbt = {
  'build.sbt.lock': JSON.stringify({
    lockVersion: 1,
    dependencies: [{ org: 'g', name: 'present', version: '1.0', artifacts: [], configurations: ['compile'] }],
  }),
};
const bazel = {
  'maven_install.json': JSON.stringify({ artifacts: { 'g:present': { version: '1.0', shasums: {} } } }),
};
const python = { 'requirements.txt': 'present==1.0\n' };
const cabal = { 'cabal.project.freeze': 'constraints: any.present ==1.0.0\n' };
const rebar = {
  'rebar.lock':
    '{"1.2.0",\n[{<<"present">>,{pkg,<<"present">>,<<"1.0.0">>},0}]}.\n[\n{pkg_hash,[\n {<<"present">>, <<"AA">>}]}\n].\n',
};
const pods = {
  'Podfile.lock': 'PODS:\n  - present (1.0)\n\nDEPENDENCIES:\n  - present\n\nCOCOAPODS: 1.12.0\n',
};
const rocks = { 'luarocks.lock': 'return {\n   dependencies = {\n      ["present"] = "1.0-1"\n   }\n}\n' };
const gems = {
  'Gemfile.lock':
    'GEM\n  remote: https://rubygems.org/\n  specs:\n    present (1.0)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  present\n',
};
const modules = {
  'MODULE.bazel.lock': JSON.stringify({ lockFileVersion: 18, registryFileHashes: {}, moduleExtensions: {} }),
};
const absentModule = '"g" % "absent" % "1.0"';

interface Concealed {
  lockfile: Contents;
  file: string;
  text: string;
  what: string;
}

const row = (lockfile: Contents, file: string, cases: Readonly<Record<string, string>>): Concealed[] =>
  Object.entries(cases).map(([what, text]) => ({ lockfile, file, what, text }));

const read = [
  ...row(sbt, 'build.sbt', {
    'an address in a block comment': `/* see https://example.com */\nlibraryDependencies += ${absentModule}\n`,
    'comments inside each other': `/* a /* b */ c */\nlibraryDependencies += ${absentModule}\n`,
    'a long text with a comment sign': `val a = "${long}/*"\nlibraryDependencies += ${absentModule}\n`,
    'a quote as a character': `val a = '\\''; val b = '"'; libraryDependencies ++= Seq(${absentModule}) // "\n`,
    'a comment sign in a text of several lines': `val a = """\n/* " """\nlibraryDependencies += ${absentModule}\n`,
  }),
  ...row(bazel, 'MODULE.bazel', {
    'a bracket in a comment': 'maven.install(name="m",# )\n artifacts=["g:absent:1"])\n',
    'a bracket in a text': "maven.install(name=')', artifacts=['g:absent:1'])\n",
    'texts of several lines': 'maven.install(artifacts=[r"""g:absent:1"""])\n',
    'a bracket in an artifact': 'maven.install(artifacts=["]", "g:absent:1"])\n',
    'an artifact without a version': 'maven.install(artifacts=["g:absent"])\n',
    'a variable': 'A = ["g:absent:1"]\nmaven.install(artifacts=A)\n',
    'a variable beside a list': 'A = ["g:absent:1"]\nmaven.install(artifacts=["g:present:1"] + A)\n',
    'another name of the extension':
      'm = use_extension("x.bzl", "maven")\nm.install(artifacts=["g:absent:1"])\n',
    'a tag of one artifact': 'maven.install(artifacts=[])\nmaven.artifact(group="g", artifact="absent")\n',
  }),
  ...row(bazel, 'WORKSPACE', {
    'another name of the rule': 'load("x.bzl", m = "maven_install")\nm(artifacts=["g:absent:1"])\n',
  }),
  ...row(python, 'setup.py', {
    'a list in a comment': '# install_requires = []\nsetup(install_requires=["absent"])\n',
    'a list in a text': '"""\ninstall_requires = []\n"""\nsetup(install_requires=["absent"])\n',
    'a second list': 'install_requires = []\nsetup(install_requires=("absent",))\n',
    'a text in parts': 'setup(install_requires=["abs" "ent"])\n',
    'a list in a variable': 'r = ["absent"]\nsetup(install_requires=r)\n',
    'a list in a variable of the same name':
      'install_requires = ["absent"]\nsetup(install_requires=install_requires)\n',
    'a dictionary': 'setup(**{"install_requires": ["absent"]})\n',
  }),
  ...row(gems, 'Gemfile', {
    'a text of several lines': 'x = "\nif a\n"\ngem "absent"\ny = "\nend\n"\n',
    'words of several lines': '%w[\n if\n].first\ngem "absent"\n%w[\n end\n].first\n',
    'a comment sign in a text': 'x = "#"; y = "\nif a\n"\ngem "absent"\n',
    'a loop over words of several lines': '%w[\n absent\n].each do |x|\n  gem x\nend\n',
    'a list of options': 'gem "absent",\n  # if\n  require: false\n',
  }),
  ...row(pods, 'Podfile', {
    'a text of several lines': "x = '\nif a\n'\npod 'absent'\ny = '\nend\n'\n",
    'a definition': "def shared\n  pod 'absent', '~> 1'\nend\ntarget 'x' do\n  shared\nend\n",
  }),
  ...row(rocks, 'x-1-1.rockspec', {
    'a table inside the list': 'dependencies = {\n  "absent", platforms = { unix = { "a" } }\n}\n',
    'a list in a comment': '--[[\ndependencies = {}\n]]\ndependencies = { "absent >= 1" }\n',
    'a comment sign in a text': 'description = { summary = "{ --" }\ndependencies = { "absent" }\n',
  }),
  ...row(rebar, 'rebar.config', {
    'a quote as a character': '{a, $"}.\n{deps, [absent]}.\n{b, $"}.\n{c, $\\"}.\n',
    'a long text': `{a, "${long}"}.\n{deps, [{absent, "1.0"}]}.\n`,
  }),
];

/** Requests that a manifest makes without stating them: no list of texts has them. */
const computed = [
  ...row(sbt, 'build.sbt', {
    'a value of another file': 'libraryDependencies ++= Dependencies.core\n',
    'a value of another file beside a module': `libraryDependencies ++= Seq("g" % "present" % "1.0") ++ more\n`,
    'a value of another file in a list': `libraryDependencies ++= Seq("g" % "present" % "1.0", Deps.b)\n`,
    'a group in a variable': 'val g = "g"\nlibraryDependencies += g % "absent" % "1.0"\n',
    'a name in a variable': 'val a = "absent"\nlibraryDependencies += "g" %% a % "1.0"\n',
    'a group that is computed': 'libraryDependencies += ("g" + "") % "absent" % "1.0"\n',
    'a list that is mapped': 'libraryDependencies ++= Seq("absent").map("g" % _ % "1.0")\n',
    'a module by its class': 'libraryDependencies += ModuleID("g", "absent", "1.0")\n',
    'a list without texts': 'libraryDependencies ++= { read() }\n',
    'a function on the list': 'libraryDependencies ~= (_ :+ absent)\n',
    'a setting in XML that is read': 'ivyXML := scala.xml.XML.loadFile("x")\n',
  }),
  ...row(bazel, 'MODULE.bazel', {
    'a variable of another file': 'maven.install(artifacts = ARTIFACTS)\n',
    'a variable with another value': 'A = ["g:present:1"]\nA = A + x\nmaven.install(artifacts = A)\n',
    'a variable that grows': 'A = ["g:present:1"]\nA += x\nmaven.install(artifacts = A)\n',
    'a variable beside a list': 'maven.install(artifacts = ["g:present:1"] + MORE)\n',
    'a call in the list': 'maven.install(artifacts = [artifact("g", "absent")])\n',
    'a list of a list': 'maven.install(artifacts = [x for x in read()])\n',
    'a function as the value': 'maven.install(artifacts = read())\n',
    'arguments of a variable': 'maven.install(**ARGS)\n',
    'a tag without a text': 'maven.install(artifacts = [])\nmaven.artifact(group = G, artifact = "absent")\n',
    'modules of another file': 'maven.install(artifacts = [])\nmaven.from_toml(libs_versions_toml = "x")\n',
    'another file': 'maven.install(artifacts = ["g:present:1"])\ninclude("//:x.MODULE.bazel")\n',
    'the extension without a name': 'use_extension("x", "maven").install(artifacts = ["g:absent:1"])\n',
    'a tag as a value': 'maven.install(artifacts = ["g:present:1"])\nf = maven.install\nf(artifacts = x)\n',
    'no call at all': 'module(name = "x")\n',
  }),
  ...row(bazel, 'WORKSPACE', {
    'a variable of another file': 'maven_install(artifacts = ARTIFACTS)\n',
    'a variable at its place': 'maven_install("m", [], ARTIFACTS)\n',
    'a rule as a value': 'maven_install(artifacts = ["g:present:1"])\nf = maven_install\nf(artifacts = x)\n',
    'a macro': 'load("//:x.bzl", "x")\nx()\n',
  }),
  ...row(modules, 'MODULE.bazel', { 'a name in a variable': 'N = "absent"\nbazel_dep(name = N)\n' }),
  ...row(python, 'setup.py', {
    'a list that grows':
      'install_requires = ["present"]\ninstall_requires += ["absent"]\nsetup(install_requires=install_requires)\n',
    'a list that is appended to': 'r = ["present"]\nr.append("absent")\nsetup(install_requires=r)\n',
    'a list of a variable that grows': 'r = ["present"]\nr += x\nsetup(install_requires=r)\n',
    'lists that are added': 'setup(install_requires=["present"] + more)\n',
    'a list of a function': 'setup(install_requires=read("x"))\n',
    'a list that is computed': 'setup(install_requires=[x for x in read()])\n',
    'a value in the list': 'setup(install_requires=["present", more])\n',
    'a text': 'setup(install_requires="absent")\n',
    'a choice': 'setup(install_requires=["present"] if a else b)\n',
    'arguments of a variable': 'setup(name="x", **known)\n',
    'a key that is set': 'a = {}\na["install_requires"] = ["absent"]\nsetup(name="x")\n',
  }),
  ...row(gems, 'Gemfile', {
    'another file': 'gem "present"\neval_gemfile "x"\n',
    'a gem in a variable': 'gem name\n',
    'a text that is no plain one': 'gem %q(absent)\n',
    'a gem after another': 'gem "present"; gem "absent"\n',
    'a gem after a condition': 'gem("absent") && x\nx && gem("absent")\n',
    'a method as a value': 'method(:gem).call "absent"\n',
    'a method by name': 'send "gem", "absent"\n',
    'a method of an object': 'self.gem "absent"\n',
  }),
  ...row(pods, 'Podfile', {
    'a pod in a variable': 'pod name\n',
    'a pod in a list': '%w[absent].each { |x| pod x }\n',
    'a name in parts': 'pod "abs#{x}"\n',
    'a podspec': "pod 'present'\npodspec\n",
  }),
];

const unread = [
  ...row(sbt, 'build.sbt', {
    'a comment without an end': `/* a /* b */\nlibraryDependencies += ${absentModule}\n`,
    'a text without an end': `val a = "\nlibraryDependencies += "g" % "present" % "1.0"\n`,
    'XML with a quote': `pomExtra := <a>"</a>\nlibraryDependencies += ${absentModule}\nval b = <a>"</a>\n`,
    'XML with a comment sign': `pomExtra := (<url>http://h/*</url>)\nlibraryDependencies += ${absentModule}\n`,
    'XML that requests':
      'ivyXML := <dependencies><dependency org="g" name="absent" rev="1.0"/></dependencies>\n',
  }),
  ...row(bazel, 'MODULE.bazel', {
    'a call without an end': 'maven.install(artifacts=["g:present:1"]\n',
    'a text without an end': 'maven.install(name="m, artifacts=["g:present:1"])\n',
    'an escape': 'maven.install(artifacts=["g:\\x61bsent:1"])\n',
  }),
  ...row(python, 'setup.py', {
    'a text without an end': '"""\nsetup(install_requires=["absent"])\n',
    'an escape': 'setup(install_requires=["\\x61bsent"])\n',
  }),
  ...row(cabal, 'x.cabal', {
    'a long line': `name: x\nlibrary\n  build-depends: absent,${' '.repeat(10_000)} present\n`,
  }),
  ...row(gems, 'Gemfile', {
    'a document before a request': 'x = <<~TEXT\nif a\nTEXT\ngem "absent"\ny = <<~TEXT\nend\nTEXT\n',
    'a document with a small name': 'x = <<-a\nif a\na\ngem "absent"\ny = <<-a\nend\na\n',
    'a document with a quoted name': "x = <<'a'\nif a\na\ngem 'absent'\ny = <<'a'\nend\na\n",
    'a long comment': 'if a\n=begin\nend\n=end\ngem "absent"\nend\n',
    'an end': 'gem "present"\n__END__\ngem "absent"\n',
    'a text without an end': "x = \"\ngem 'absent'\n",
    'a long line': `gem "absent", ${' '.repeat(2000)} "1.0"\n`,
  }),
  ...row(pods, 'Podfile', {
    'a document before a request': "x = <<~TEXT\nif a\nTEXT\npod 'absent'\ny = <<~TEXT\nend\nTEXT\n",
    'a document with a small name': "x = <<a\nif a\na\npod 'absent'\ny = <<a\nend\na\n",
    'a long comment': "if a\n=begin\nend\n=end\npod 'absent'\nend\n",
    'a text without an end': "x = %q(\npod 'absent'\n",
  }),
  ...row(pods, 'Podfile', { 'a long line': `pod 'absent', ${' '.repeat(2000)} '1.0'\n` }),
  ...row(rocks, 'x-1-1.rockspec', {
    'another value than a list': 'local all = { "absent" }\ndependencies = all\n',
    'a comment without an end': '--[[\ndependencies = { "absent" }\n',
  }),
  ...row(rebar, 'rebar.config', { 'a text without an end': '{a, "}.\n{deps, [absent]}.\n' }),
];

describe('a manifest that conceals a dependency from a simple reader', () => {
  test.each(read)('$file is read past $what', ({ lockfile, file, text }) => {
    const contents = { ...lockfile, [file]: text };
    expect(gapsOf(contents, missing)).toEqual([expect.stringContaining('absent')]);
    expect(gapsOf(contents, unreadable)).toEqual([]);
  });

  test.each(computed)(
    '$file with $what is a gap, since its requests are not stated',
    ({ lockfile, file, text }) => {
      expect(gapsOf({ ...lockfile, [file]: text }, running)).toHaveLength(1);
    },
  );

  test('a manifest that states all it requests has none', () => {
    const usual: [Contents, file: string, text: string][] = [
      [
        sbt,
        'build.sbt',
        'lazy val v = new { val a = "1.0" }\nval present = "g" %% "present" % v.a % Test\nlazy val core = project.settings(commonSettings, libraryDependencies ++= Seq(present, compilerPlugin("g" % "p" % "1")) ++ Seq("g" % "present" % "1.0" exclude ("a", "b")))\nlazy val app = project.dependsOn(core % "test->test;compile->compile")\nif (a < b && c <= d) println(s"${x % 2}")\n',
      ],
      [
        bazel,
        'MODULE.bazel',
        'pip = use_extension("y", "pip")\npip.install(x = 1)\nmaven = use_extension("x", "maven")\nmaven.install(\n    name = "m",\n    artifacts = [\n        "g:present:1.0",\n    ],\n    repositories = REPOSITORIES,\n)\nuse_repo(maven, "m")\n',
      ],
      [
        bazel,
        'WORKSPACE',
        'load("x.bzl", "maven_install")\nmaven_install(artifacts = ["g:present:1.0"], repositories = R)\n',
      ],
      [
        python,
        'setup.py',
        'def f(*args, **known): return g(*args)\nrequired = ["present"]\nsetup(\n  name="x", install_requires=required, extras_require={"a": read()},\n)\n',
      ],
      [
        gems,
        'Gemfile',
        'source "https://rubygems.org"\nruby File.read(".ruby-version")\ngem "present", "~> 1.0", require: false # gem\ngroup :test do\n  gem "present"\nend\ngem "present", git: "https://h/gem.git" if a\n',
      ],
      [
        pods,
        'Podfile',
        "platform :ios, '13.0'\ntarget 'x' do\n  pod 'present', :git => 'https://h/pod.git'\nend\npost_install do |installer|\n  installer.pods_project.targets.each { |t| f t }\nend\n",
      ],
    ];
    for (const [lockfile, file, text] of usual) {
      const contents = { ...lockfile, [file]: text };
      expect([file, gapsOf(contents, running), gapsOf(contents, unreadable)]).toEqual([file, [], []]);
    }
  });

  test.each(unread)('$file with $what is a gap', ({ lockfile, file, text }) => {
    expect(gapsOf({ ...lockfile, [file]: text }, unreadable)).toEqual([expect.stringContaining(file)]);
  });

  test('many calls without an end take no longer than their text', () => {
    const calls = 'maven.install(artifacts = ["g:present:1"], '.repeat(20_000);
    expect(gapsOf({ ...bazel, 'MODULE.bazel': calls }, unreadable)).toHaveLength(1);
  });
});
