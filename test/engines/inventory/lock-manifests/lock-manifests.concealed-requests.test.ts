import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const missing = 'dependencies that the project asks for and the lockfile does not have';
const unreadable = 'manifests that cannot be read';
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
  }),
  ...row(python, 'setup.py', {
    'a list in a comment': '# install_requires = []\nsetup(install_requires=["absent"])\n',
    'a list in a text': '"""\ninstall_requires = []\n"""\nsetup(install_requires=["absent"])\n',
    'a second list': 'install_requires = []\nsetup(install_requires=("absent",))\n',
    'a text in parts': 'setup(install_requires=["abs" "ent"])\n',
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

const unread = [
  ...row(sbt, 'build.sbt', {
    'a comment without an end': `/* a /* b */\nlibraryDependencies += ${absentModule}\n`,
    'a text without an end': `val a = "\nlibraryDependencies += "g" % "present" % "1.0"\n`,
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

  test.each(unread)('$file with $what is a gap', ({ lockfile, file, text }) => {
    expect(gapsOf({ ...lockfile, [file]: text }, unreadable)).toEqual([expect.stringContaining(file)]);
  });

  test('many calls without an end take no longer than their text', () => {
    const calls = 'maven.install(artifacts = ["g:present:1"], '.repeat(20_000);
    expect(gapsOf({ ...bazel, 'MODULE.bazel': calls }, unreadable)).toHaveLength(1);
  });
});
