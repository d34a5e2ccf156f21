/** A lockfile that is written from its entries, which its tool may list in another order. */
interface WrittenLockfile {
  path: string;
  /** The files beside it. */
  beside?: Record<string, string>;
  entries: readonly string[];
  /** Entries that say something else about a package that another one names. */
  others?: readonly string[];
  write: (entries: readonly string[]) => string;
}

const sum = 'ab'.repeat(32);
const goSum = (letter: string): string => `h1:${letter.repeat(43)}=`;

const condaEntry = (name: string, version: string, category: string): string =>
  `- name: ${name}\n  version: ${version}\n  manager: conda\n  platform: linux-64\n  dependencies: {}\n  url: https://h/c/linux-64/${name}-${version}-0.conda\n  hash:\n    md5: ${'1'.repeat(32)}\n  category: ${category}\n  optional: false\n`;

const verified = (name: string, ...files: string[]): string =>
  `<component group="g" name="${name}" version="1.0">${files.map((file) => `<artifact name="${file}"><sha256 value="${sum}"/></artifact>`).join('')}</component>\n`;

/** Draws the branches of a tree, each of which has its own branches on its further lines. */
const drawn = (branches: readonly string[], branch: string, bar: string): string =>
  branches
    .map((each, at) => {
      const isLast = at === branches.length - 1;
      const [first, ...below] = each.split('\n');
      const indent = isLast ? bar.replace('|', ' ') : bar;
      return [`${isLast ? '\\' : '+'}${branch}${first}`, ...below.map((line) => indent + line)].join('\n');
    })
    .join('\n');

const provider = (name: string, version: string): string =>
  `provider "registry.terraform.io/o/${name}" {\n  version = "${version}"\n  hashes = [\n    "zh:${sum}",\n  ]\n}\n`;

const juliaEntry = (name: string, digit: string, version: string): string =>
  `\n[[deps.${name}]]\ngit-tree-sha1 = "${digit.repeat(40)}"\nuuid = "${digit.repeat(8)}-0000-0000-0000-000000000000"\nversion = "${version}"\n`;

export const writtenLockfiles: readonly WrittenLockfile[] = [
  {
    path: 'Podfile.lock',
    entries: ['  - A (1.0):\n    - B (= 2.0)\n', '  - B (2.0)\n', '  - C/Part (3.0)\n'],
    others: ['  - B (1.5)\n'],
    write: (entries) =>
      `PODS:\n${entries.join('')}\nDEPENDENCIES:\n  - A\n  - C/Part\n\nSPEC CHECKSUMS:\n  A: 1\n  B: 2\n  C: 3\n\nCOCOAPODS: 1.15.2\n`,
  },
  {
    path: 'conda-lock.yml',
    beside: { 'environment.yml': 'dependencies:\n- a\n' },
    entries: [condaEntry('a', '1.0', 'main'), condaEntry('b', '2.0', 'main'), condaEntry('c', '3.0', 'dev')],
    others: [condaEntry('a', '1.0', 'dev'), condaEntry('b', '1.0', 'main')],
    write: (entries) => `version: 1\nmetadata: {}\npackage:\n${entries.join('')}`,
  },
  {
    path: 'environment.yml',
    entries: ['- a=1.0=0\n', '- c::b==2.0\n', '- pip:\n  - c==3.0\n'],
    others: ['- a=0.9=0\n', '- pip:\n  - c==2.0\n'],
    write: (entries) => `name: e\ndependencies:\n${entries.join('')}`,
  },
  {
    path: 'go.sum',
    entries: ['a v1.2.0', 'a v1.10.0', 'b v2.0.0+incompatible', 'c v0.1.0/go.mod'],
    others: ['a v9bad', 'b v1x'],
    write: (entries) => entries.map((each) => `${each} ${goSum('A')}\n`).join(''),
  },
  {
    path: 'go.work',
    entries: ['\ta => c v1.0.0\n', '\tb v1.1.0 => d v1.0.0\n', '\te => ./e\n'],
    write: (entries) => `go 1.22.1\n\nreplace (\n${entries.join('')})\n`,
  },
  {
    path: 'paket.lock',
    beside: { 'paket.dependencies': 'nuget A\nnuget C\n' },
    entries: ['    A (1.0)\n      B (>= 2.0)\n', '    B (2.0)\n', '    C (3.0)\n'],
    others: ['    B (1.0)\n', '    C (2.0)\n'],
    write: (entries) => `NUGET\n  remote: https://h/index.json\n${entries.join('')}`,
  },
  {
    path: 'gradle/verification-metadata.xml',
    entries: [verified('a', 'a-1.0.jar'), verified('b', 'b-1.0.jar'), verified('c', 'c-1.0.pom')],
    others: [verified('a', 'a-1.0.pom'), `</components><components>${verified('b', 'b-1.0.pom')}`],
    write: (entries) =>
      `<verification-metadata><components>${entries.join('')}</components></verification-metadata>`,
  },
  {
    path: 'dependency-tree.txt',
    entries: ['g:a:jar:1.0:compile\n\\- g:b:jar:2.0:runtime', 'g:c:jar:3.0:test', 'g:d:jar:4.0:provided'],
    others: ['g:b:jar:2.0:test', 'g:a:jar:1.0:test'],
    write: (entries) => `g:app:jar:1\n${drawn(entries, '- ', '|  ')}\n`,
  },
  {
    path: 'gradle-dependencies.txt',
    entries: ['g:a:1.0\n\\--- g:b:1.0 -> 2.0', 'g:c:3.0', 'project :lib'],
    others: ['g:b:2.0 (n)', 'g:a:0.9'],
    write: (entries) => `runtimeClasspath\n${drawn(entries, '--- ', '|    ')}\n\nBUILD SUCCESSFUL in 1s\n`,
  },
  {
    path: 'stack.yaml.lock',
    entries: ['a-1.0', 'b-2.0', 'c-3.0'],
    others: ['a-0.9'],
    write: (entries) =>
      `packages:\n${entries.map((each) => `- completed:\n    hackage: ${each}@sha256:${sum},1\n  original:\n    hackage: ${each}\n`).join('')}snapshots: []\n`,
  },
  {
    path: 'cabal.project.freeze',
    entries: ['any.a ==1.0', 'any.b ==2.0', 'b +flag', 'any.c ==3.0'],
    others: ['any.a ==0.9', 'any.b installed'],
    write: (entries) => `constraints: ${entries.join(',\n             ')}\nindex-state: x\n`,
  },
  {
    path: 'rebar.lock',
    entries: [
      '{<<"a">>,{pkg,<<"a">>,<<"1.0">>},0}',
      '{<<"b">>,{pkg,<<"b">>,<<"2.0">>},1}',
      '{<<"g">>,{git,"https://h/g.git",{ref,"01"}},0}',
    ],
    others: [
      '{<<"a">>,{pkg,<<"a">>,<<"0.9">>},0}',
      '{<<"a">>,{pkg,<<"evil">>,<<"1.0">>},0}',
      '{<<"g">>,{git,"https://h/g.git",{ref,"02"}},0}',
    ],
    write: (entries) =>
      `{"1.2.0",\n[${entries.join(',\n ')}]}.\n[{pkg_hash,[\n {<<"a">>, <<"${sum}">>},\n {<<"b">>, <<"${sum}">>}]}].\n`,
  },
  {
    path: 'Manifest.toml',
    entries: [juliaEntry('A', 'a', '1.0.0'), juliaEntry('B', 'b', '2.0.0')],
    others: [juliaEntry('A', 'a', '0.9.0'), juliaEntry('Other', 'a', '1.0.0')],
    write: (entries) => `julia_version = "1.12.0"\nmanifest_format = "2.0"\n${entries.join('')}`,
  },
  {
    path: 'luarocks.lock',
    entries: [
      '   dependencies = {\n      ["a"] = "1.0-1",\n      ["b"] = "2.0-1",\n   },\n',
      '   test_dependencies = {\n      ["c"] = "3.0-1",\n   },\n',
    ],
    others: ['   build_dependencies = {\n      ["a"] = "0.9-1",\n      ["b"] = "2.0-1",\n   },\n'],
    write: (entries) => `return {\n${entries.join('')}}\n`,
  },
  {
    path: '.terraform.lock.hcl',
    entries: [provider('a', '1.0'), provider('b', '2.0'), provider('c', '3.0')],
    write: (entries) => `# maintained by "terraform init"\n\n${entries.join('\n')}`,
  },
];
