import type { InventoryCase } from './inventory-case.ts';

const digest = '0123456789abcdef'.repeat(4);
const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const sum = (letter: string): string => `h1:${letter.repeat(43)}=`;

export const podfile: InventoryCase[] = [
  {
    name: 'pods with subspecs, a repository and a local path',
    unitType: 'cocoapods',
    files: {
      'Podfile.lock': `PODS:
  - Alamofire (5.8.1)
  - Firebase/Core (10.0.0):
    - FirebaseCore (= 10.0.0)
  - FirebaseCore (10.0.0)
  - Forked (1.0.0)
  - Own (0.1.0):
    - Alamofire

DEPENDENCIES:
  - Firebase/Core (~> 10.0)
  - Forked (from \`https://github.com/acme/forked.git\`, branch \`main\`)
  - Own (from \`../own\`)

SPEC REPOS:
  trunk:
    - Alamofire
    - Firebase
    - FirebaseCore

EXTERNAL SOURCES:
  Forked:
    :branch: main
    :git: https://github.com/acme/forked.git
  Own:
    :path: "../own"

CHECKOUT OPTIONS:
  Forked:
    :commit: a1b2c3d4e5f60718293a4b5c6d7e8f9012345678
    :git: https://github.com/acme/forked.git

SPEC CHECKSUMS:
  Alamofire: ${'1'.repeat(40)}
  Firebase: ${'2'.repeat(40)}
  FirebaseCore: ${'3'.repeat(40)}
  Forked: ${'4'.repeat(40)}
  Own: ${'5'.repeat(40)}

PODFILE CHECKSUM: ${'6'.repeat(40)}

COCOAPODS: 1.15.2
`,
    },
    expected: [
      'local:Own@0.1.0 required direct',
      'pkg:cocoapods/Alamofire@5.8.1 required transitive',
      'pkg:cocoapods/Firebase@10.0.0#Core required direct',
      'pkg:cocoapods/FirebaseCore@10.0.0 required transitive',
      'pkg:cocoapods/Forked@1.0.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Facme%2Fforked.git%40a1b2c3d4e5f60718293a4b5c6d7e8f9012345678 required direct',
    ],
  },
];

export const pylock: InventoryCase[] = [
  {
    name: 'packages of an index, a repository and a directory, with their graph and groups',
    unitType: 'pypi',
    files: {
      'pyproject.toml':
        '[project]\nname = "app"\nversion = "1"\ndependencies = ["requests", "forked"]\n[dependency-groups]\ndev = ["pytest"]\n',
      'pylock.toml': `lock-version = "1.0"
created-by = "a tool"

[[packages]]
name = "idna"
version = "3.7"
index = "https://pypi.org/simple"

[[packages]]
name = "Forked"
version = "1.0"

[packages.vcs]
type = "git"
url = "https://github.com/acme/forked.git"
commit-id = "a1b2c3d4e5f60718293a4b5c6d7e8f9012345678"

[[packages]]
name = "own"

[packages.directory]
path = "."
editable = true

[[packages]]
name = "pytest"
version = "8.2.0"
marker = "'dev' in dependency_groups"

[[packages]]
name = "requests"
version = "2.32.3"
dependencies = [{ name = "idna" }]
wheels = [{ name = "requests-2.32.3-py3-none-any.whl", url = "https://files.example.com/r.whl", hashes = { sha256 = "${digest}" } }]
`,
    },
    expected: [
      'local:own required transitive',
      'pkg:pypi/forked@1.0?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Facme%2Fforked.git%40a1b2c3d4e5f60718293a4b5c6d7e8f9012345678 required direct',
      'pkg:pypi/idna@3.7 required transitive',
      'pkg:pypi/pytest@8.2.0 dev direct',
      'pkg:pypi/requests@2.32.3 required direct',
    ],
  },
];

const remote = {
  'https://deno.land/std@0.200.0/path/mod.ts': digest,
  'https://deno.land/std@0.200.0/path/posix.ts': digest,
  'https://deno.land/x/oak@v12.6.1/mod.ts': digest,
  'https://esm.sh/v135/react@18.2.0/index.js': digest,
};

const fromAddresses = [
  'pkg:generic/deno.land-std@0.200.0?download_url=https:%2F%2Fdeno.land%2Fstd%400.200.0%2Fpath%2Fmod.ts required direct',
  'pkg:generic/deno.land-x-oak@v12.6.1?download_url=https:%2F%2Fdeno.land%2Fx%2Foak%40v12.6.1%2Fmod.ts required direct',
  'pkg:npm/react@18.2.0 required direct',
];

const deno = (content: object): Record<string, string> => ({
  'deno.lock': `${JSON.stringify(content, null, 2)}\n`,
});

export const denoLock: InventoryCase[] = [
  {
    name: 'version 2: packages of npm and modules by URL',
    unitType: 'deno',
    files: deno({
      version: '2',
      remote,
      npm: {
        specifiers: { 'a@^1': 'a@1.2.0' },
        packages: {
          'a@1.2.0': { integrity, dependencies: { b: 'b@2.0.0' } },
          'b@2.0.0': { integrity, dependencies: {} },
        },
      },
    }),
    expected: [
      ...fromAddresses,
      'pkg:npm/a@1.2.0 required direct',
      'pkg:npm/b@2.0.0 required transitive',
    ].sort(),
  },
  {
    name: 'version 3: with JSR, all below packages',
    unitType: 'deno',
    files: deno({
      version: '3',
      packages: {
        specifiers: { 'jsr:@std/path@^1': 'jsr:@std/path@1.0.1', 'npm:a@^1': 'npm:a@1.2.0' },
        jsr: {
          '@std/internal@1.0.0': { integrity: digest },
          '@std/path@1.0.1': { integrity: digest, dependencies: ['jsr:@std/internal@^1'] },
        },
        npm: { 'a@1.2.0': { integrity, dependencies: {} } },
      },
      remote: {},
      workspace: { dependencies: ['jsr:@std/path@^1', 'npm:a@^1'] },
    }),
    expected: [
      'pkg:jsr/%40std/internal@1.0.0 required transitive',
      'pkg:jsr/%40std/path@1.0.1 required direct',
      'pkg:npm/a@1.2.0 required direct',
    ],
  },
  {
    name: 'version 5: lists of dependencies, peers in keys, optional ones',
    unitType: 'deno',
    files: deno({
      version: '5',
      specifiers: { 'jsr:@std/path@^1': '1.0.1', 'npm:@scope/a@^1': '1.2.0_b@2.0.0' },
      jsr: { '@std/path@1.0.1': { integrity: digest } },
      npm: {
        '@scope/a@1.2.0_b@2.0.0': { integrity, dependencies: ['b@2.0.0', 'c'], optionalDependencies: ['d'] },
        'b@1.0.0': { integrity, deprecated: 'old' },
        'b@2.0.0': { integrity },
        'c@3.0.0': { integrity, dependencies: ['renamed@npm:b@1.0.0'] },
        'd@4.0.0': { integrity, os: ['linux'] },
      },
      remote,
      workspace: {
        packageJson: { dependencies: ['npm:@scope/a@^1'] },
        members: { m: { dependencies: ['jsr:@std/path@^1'] } },
      },
    }),
    expected: [
      ...fromAddresses,
      'pkg:jsr/%40std/path@1.0.1 required direct',
      'pkg:npm/%40scope/a@1.2.0 required direct',
      'pkg:npm/b@1.0.0 required transitive',
      'pkg:npm/b@2.0.0 required transitive',
      'pkg:npm/c@3.0.0 required transitive',
      'pkg:npm/d@4.0.0 optional transitive',
    ].sort(),
  },
];

export const conda: InventoryCase[] = [
  {
    name: 'conda-lock: two platforms, pip and a category',
    unitType: 'conda',
    files: {
      'environment.yml': 'dependencies:\n  - numpy\n  - pip:\n    - pytest-mock\n',
      'conda-lock.yml': `version: 1
metadata:
  content_hash:
    linux-64: ${digest}
package:
- name: numpy
  version: 1.26.4
  manager: conda
  platform: linux-64
  dependencies:
    __glibc: '>=2.17'
    python: '>=3.11'
  url: https://conda.anaconda.org/conda-forge/linux-64/numpy-1.26.4-py311_0.conda
  hash:
    md5: ${'1'.repeat(32)}
    sha256: ${digest}
  category: main
  optional: false
- name: numpy
  version: 1.26.4
  manager: conda
  platform: osx-64
  dependencies:
    python: '>=3.11'
  url: https://conda.anaconda.org/conda-forge/osx-64/numpy-1.26.4-py311_1.conda
  hash:
    md5: ${'2'.repeat(32)}
  category: main
  optional: false
- name: python
  version: 3.11.9
  manager: conda
  platform: linux-64
  dependencies: {}
  url: https://conda.anaconda.org/conda-forge/linux-64/python-3.11.9-h1_0.conda
  hash:
    md5: ${'3'.repeat(32)}
  category: main
  optional: false
- name: pytest-mock
  version: 3.14.0
  manager: pip
  platform: linux-64
  dependencies: {}
  url: https://files.example.com/p.whl
  hash:
    sha256: ${digest}
  category: dev
  optional: true
`,
    },
    expected: [
      'pkg:conda/numpy@1.26.4?build=py311_0&channel=conda-forge required direct',
      'pkg:conda/numpy@1.26.4?build=py311_1&channel=conda-forge required direct',
      'pkg:conda/python@3.11.9?build=h1_0&channel=conda-forge required transitive',
      'pkg:pypi/pytest-mock@3.14.0 dev direct',
    ],
  },
  {
    name: 'environment.yml: requirements of conda and pip',
    unitType: 'conda',
    files: {
      'environment.yml':
        'name: e\nchannels:\n  - conda-forge\ndependencies:\n  - python=3.11\n  - conda-forge::numpy=1.26.4=py311_0\n  - scipy==1.13.0\n  - pip\n  - pip:\n    - requests==2.32.3\n    - flask>=3\n',
    },
    expected: [
      'pkg:conda/numpy@1.26.4?channel=conda-forge required direct',
      'pkg:conda/pip required direct',
      'pkg:conda/python required direct',
      'pkg:conda/scipy@1.13.0 required direct',
      'pkg:pypi/flask required direct',
      'pkg:pypi/requests@2.32.3 required direct',
    ],
  },
];

export const pixi: InventoryCase[] = [
  {
    name: 'pixi.lock, version 6: conda by URL, pip by name',
    unitType: 'conda',
    files: {
      'pixi.lock': `version: 6
environments:
  default:
    channels:
    - url: https://conda.anaconda.org/conda-forge/
    packages:
      linux-64:
      - conda: https://conda.anaconda.org/conda-forge/linux-64/libzlib-1.3.1-hb9d3cd8_2.conda
      - conda: https://conda.anaconda.org/conda-forge/linux-64/python-3.12.7-hc5c86c4_0.conda
      - pypi: https://files.example.com/requests-2.32.3-py3-none-any.whl
packages:
- conda: https://conda.anaconda.org/conda-forge/linux-64/libzlib-1.3.1-hb9d3cd8_2.conda
  sha256: ${digest}
  md5: ${'1'.repeat(32)}
  license: Zlib
  size: 60963
- conda: https://conda.anaconda.org/conda-forge/linux-64/python-3.12.7-hc5c86c4_0.conda
  sha256: ${digest}
  depends:
  - __glibc >=2.17
  - libzlib >=1.3.1,<2.0a0
  license: Python-2.0
- pypi: https://files.example.com/requests-2.32.3-py3-none-any.whl
  name: requests
  version: 2.32.3
  sha256: ${digest}
`,
    },
    expected: [
      'pkg:conda/libzlib@1.3.1?build=hb9d3cd8_2&channel=conda-forge required transitive',
      'pkg:conda/python@3.12.7?build=hc5c86c4_0&channel=conda-forge required direct',
      'pkg:pypi/requests@2.32.3 required direct',
    ],
  },
];

export const goSum: InventoryCase[] = [
  {
    name: 'go.sum alone: the highest version whose code has a digest',
    unitType: 'go',
    files: {
      'go.sum': `example.com/a v1.2.0 ${sum('A')}
example.com/a v1.2.0/go.mod ${sum('B')}
example.com/a v1.10.0 ${sum('C')}
example.com/a v1.10.0/go.mod ${sum('D')}
example.com/looked-at v2.0.0+incompatible/go.mod ${sum('E')}
`,
    },
    expected: ['pkg:golang/example.com/a@v1.10.0 required direct'],
  },
  {
    name: 'go.work: the toolchain and a replacement; what is beside go.mod counts once',
    unitType: 'go',
    files: {
      'go.work': 'go 1.22.1\n\nuse (\n\t./a\n)\n\nreplace example.com/b => example.com/c v1.0.0\n',
      'a/go.mod': 'module example.com/m\n\ngo 1.22.1\n\nrequire example.com/b v1.1.0\n',
      'a/go.sum': `example.com/b v1.1.0 ${sum('A')}\nexample.com/b v1.1.0/go.mod ${sum('B')}\n`,
    },
    expected: [
      'pkg:golang/example.com/b@v1.1.0 required direct',
      'pkg:golang/example.com/c@v1.0.0 required direct',
      'pkg:golang/stdlib@1.22.1 required direct',
      'pkg:golang/stdlib@1.22.1 required direct',
    ],
  },
];
