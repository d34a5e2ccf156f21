import type { InventoryCase } from './inventory-case.ts';

const registry = 'registry+https://github.com/rust-lang/crates.io-index';

interface Stated {
  source?: string;
  needs?: string[];
}

const entry = (nameAndVersion: string, { source, needs = [] }: Stated = {}): string => {
  const [name, version] = nameAndVersion.split(' ');
  const lines = ['[[package]]', `name = "${name}"`, `version = "${version}"`];
  if (source !== undefined) lines.push(`source = "${source}"`);
  if (needs.length > 0) lines.push(`dependencies = [\n${needs.map((need) => ` "${need}",\n`).join('')}]`);
  return `${lines.join('\n')}\n`;
};

const crate = (nameAndVersion: string, needs: string[] = []): string =>
  entry(nameAndVersion, { source: registry, needs });

const lock = (version: number | undefined, ...entries: string[]): string =>
  [...(version === undefined ? [] : [`version = ${version}\n`]), ...entries].join('\n');

const unit = (name: string, rest: string): string =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\n${rest}`;

/** Builds a unit `app` with the given dependency tables, which depends on the first crate. */
const app = (manifest: string, needs: string[], ...entries: string[]): Record<string, string> => ({
  'Cargo.toml': unit('app', manifest),
  'Cargo.lock': lock(4, entry('app 0.1.0', { needs }), ...entries),
});

export const cases: InventoryCase[] = [
  {
    name: 'version 4: direct and transitive',
    unitType: 'cargo',
    files: app(
      '[dependencies]\nserde = "1"\n',
      ['serde'],
      crate('serde 1.0.200', ['serde_derive']),
      crate('serde_derive 1.0.200'),
    ),
    expected: [
      'pkg:cargo/serde@1.0.200 required direct',
      'pkg:cargo/serde_derive@1.0.200 required transitive',
    ],
  },
  ...([1, 2, 3] as const).map((version): InventoryCase => ({
    name: `version ${version}, stated or not`,
    unitType: 'cargo',
    files: {
      'Cargo.lock': lock(
        version < 3 ? undefined : version,
        entry('app 0.1.0', { needs: [version === 1 ? `log 0.4.8 (${registry})` : 'log'] }),
        crate('cfg-if 0.1.10'),
        crate('log 0.4.8', [version === 1 ? `cfg-if 0.1.10 (${registry})` : 'cfg-if']),
      ),
    },
    expected: ['pkg:cargo/cfg-if@0.1.10 required transitive', 'pkg:cargo/log@0.4.8 required direct'],
  })),
  {
    name: 'a very old file with a root table and checksums at the end',
    unitType: 'cargo',
    files: {
      'Cargo.lock': `[root]\nname = "app"\nversion = "0.1.0"\ndependencies = ["libc 0.2.20 (${registry})"]\n\n${crate('libc 0.2.20')}\n[metadata]\n"checksum libc 0.2.20 (${registry})" = "${'ab'.repeat(32)}"\n`,
    },
    expected: ['pkg:cargo/libc@0.2.20 required direct'],
  },
  {
    name: 'dependencies for development',
    unitType: 'cargo',
    files: app(
      '[dependencies]\nlog = "0.4"\n[dev-dependencies]\nrand = "0.8"\n',
      ['log', 'rand'],
      crate('log 0.4.21'),
      crate('rand 0.8.5', ['rand_core']),
      crate('rand_core 0.6.4'),
    ),
    expected: [
      'pkg:cargo/log@0.4.21 required direct',
      'pkg:cargo/rand@0.8.5 dev direct',
      'pkg:cargo/rand_core@0.6.4 dev transitive',
    ],
  },
  {
    name: 'a dependency for both is required',
    unitType: 'cargo',
    files: app(
      '[dependencies]\nlog = "0.4"\n[dev-dependencies]\nlog = { version = "0.4", features = ["std"] }\n',
      ['log'],
      crate('log 0.4.21'),
    ),
    expected: ['pkg:cargo/log@0.4.21 required direct'],
  },
  {
    name: 'build dependencies are required',
    unitType: 'cargo',
    files: app('[build-dependencies]\ncc = "1"\n', ['cc'], crate('cc 1.0.90')),
    expected: ['pkg:cargo/cc@1.0.90 required direct'],
  },
  {
    name: 'dependencies for a target',
    unitType: 'cargo',
    files: app(
      `[target.'cfg(windows)'.dependencies]\nwinapi = "0.3"\n[target.x86_64-unknown-linux-gnu.dev-dependencies]\nnix = "0.28"\n`,
      ['nix', 'winapi'],
      crate('nix 0.28.0'),
      crate('winapi 0.3.9'),
    ),
    expected: ['pkg:cargo/nix@0.28.0 dev direct', 'pkg:cargo/winapi@0.3.9 required direct'],
  },
  {
    name: 'optional dependencies',
    unitType: 'cargo',
    files: app(
      '[dependencies]\nserde = { version = "1", optional = true }\n',
      ['serde'],
      crate('serde 1.0.200', ['serde_derive']),
      crate('serde_derive 1.0.200'),
    ),
    expected: [
      'pkg:cargo/serde@1.0.200 optional direct',
      'pkg:cargo/serde_derive@1.0.200 optional transitive',
    ],
  },
  {
    name: 'a feature that is on by default makes its optional dependency required',
    unitType: 'cargo',
    files: app(
      '[features]\ndefault = ["json"]\njson = ["dep:serde"]\nextra = ["dep:log"]\n[dependencies]\nserde = { version = "1", optional = true }\nlog = { version = "0.4", optional = true }\n',
      ['log', 'serde'],
      crate('log 0.4.21'),
      crate('serde 1.0.200'),
    ),
    expected: ['pkg:cargo/log@0.4.21 optional direct', 'pkg:cargo/serde@1.0.200 required direct'],
  },
  {
    name: 'a renamed dependency',
    unitType: 'cargo',
    files: app(
      '[dev-dependencies]\nold = { package = "rand", version = "0.7" }\n',
      ['rand'],
      crate('rand 0.7.3'),
    ),
    expected: ['pkg:cargo/rand@0.7.3 dev direct'],
  },
  {
    name: 'two versions of one crate',
    unitType: 'cargo',
    files: app(
      '[dependencies]\nbitflags = "2"\nold = "1"\n',
      ['bitflags 2.5.0', 'old'],
      crate('bitflags 1.3.2'),
      crate('bitflags 2.5.0'),
      crate('old 1.0.0', ['bitflags 1.3.2']),
    ),
    expected: [
      'pkg:cargo/bitflags@1.3.2 required transitive',
      'pkg:cargo/bitflags@2.5.0 required direct',
      'pkg:cargo/old@1.0.0 required direct',
    ],
  },
  {
    name: 'a workspace: members are local, and their dependencies are direct',
    unitType: 'cargo',
    files: {
      'Cargo.toml':
        '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nlogging = { package = "log", version = "0.4" }\n',
      'crates/a/Cargo.toml': unit('a', '[dependencies]\nb = { path = "../b" }\n'),
      'crates/b/Cargo.toml': unit('b', '[dev-dependencies]\nlogging.workspace = true\n'),
      'Cargo.lock': lock(
        3,
        entry('a 0.1.0', { needs: ['b'] }),
        entry('b 0.1.0', { needs: ['log'] }),
        crate('log 0.4.21'),
      ),
    },
    expected: [
      'local:a@0.1.0 required direct',
      'local:b@0.1.0 required direct',
      'pkg:cargo/log@0.4.21 dev direct',
    ],
  },
  {
    name: 'a path outside of the unit is local; what it needs is not direct',
    unitType: 'cargo',
    files: app(
      '[dependencies]\nshared = { path = "../shared" }\n',
      ['shared'],
      entry('shared 1.0.0', { needs: ['log'] }),
      crate('log 0.4.21'),
    ),
    expected: ['local:shared@1.0.0 required direct', 'pkg:cargo/log@0.4.21 required transitive'],
  },
  {
    name: 'crates from git, with branch, tag and revision',
    unitType: 'cargo',
    files: app(
      '[dependencies]\na = "1"\nb = "1"\n',
      ['a', 'b'],
      entry('a 1.0.0', { source: `git+https://example.com/x/a?branch=main#${'12'.repeat(20)}` }),
      entry('b 1.0.0', { source: `git+ssh://git@example.com/x/b.git?rev=34#${'34'.repeat(20)}` }),
    ),
    expected: [
      `pkg:cargo/a@1.0.0?vcs_url=git%2Bhttps:%2F%2Fexample.com%2Fx%2Fa%40${'12'.repeat(20)} required direct`,
      `pkg:cargo/b@1.0.0?vcs_url=git%2Bssh:%2F%2Fexample.com%2Fx%2Fb.git%40${'34'.repeat(20)} required direct`,
    ],
  },
  {
    name: 'one crate both from the registry and from git',
    unitType: 'cargo',
    files: app(
      '[dependencies]\nlog = "0.4"\na = "1"\n',
      ['a', `log 0.4.21 (${registry})`],
      crate('log 0.4.21'),
      entry('log 0.4.21', { source: `git+https://example.com/log#${'12'.repeat(20)}` }),
      crate('a 1.0.0', [`log 0.4.21 (git+https://example.com/log#${'12'.repeat(20)})`]),
    ),
    expected: [
      'pkg:cargo/a@1.0.0 required direct',
      'pkg:cargo/log@0.4.21 required direct',
      `pkg:cargo/log@0.4.21?vcs_url=git%2Bhttps:%2F%2Fexample.com%2Flog%40${'12'.repeat(20)} required transitive`,
    ],
  },
  {
    name: 'the sparse index is crates.io, another registry is named',
    unitType: 'cargo',
    files: app(
      '[dependencies]\na = "1"\nb = "1"\n',
      ['a', 'b'],
      entry('a 1.0.0', { source: 'sparse+https://index.crates.io/' }),
      entry('b 1.0.0', { source: 'sparse+https://user:secret@crates.example.com/index/' }),
    ),
    expected: [
      'pkg:cargo/a@1.0.0 required direct',
      'pkg:cargo/b@1.0.0?repository_url=https:%2F%2Fcrates.example.com%2Findex%2F required direct',
    ],
  },
  {
    name: 'unused patches are not packages',
    unitType: 'cargo',
    files: {
      ...app(
        '[dependencies]\nlog = "0.4"\n',
        ['log'],
        crate('log 0.4.21'),
        '[[patch.unused]]\nname = "x"\nversion = "1.0.0"\n',
      ),
    },
    expected: ['pkg:cargo/log@0.4.21 required direct'],
  },
  {
    name: 'crates that depend on each other',
    unitType: 'cargo',
    files: app('[dependencies]\na = "1"\n', ['a'], crate('a 1.0.0', ['b']), crate('b 1.0.0', ['a', 'b'])),
    expected: ['pkg:cargo/a@1.0.0 required direct', 'pkg:cargo/b@1.0.0 required transitive'],
  },
  {
    name: 'versions with build metadata and prereleases',
    unitType: 'cargo',
    files: app(
      '[dependencies]\na = "1"\nb = "1"\n',
      ['a', 'b'],
      crate('a 1.0.0-rc.1'),
      crate('b 0.9.34+deprecated'),
    ),
    expected: ['pkg:cargo/a@1.0.0-rc.1 required direct', 'pkg:cargo/b@0.9.34%2Bdeprecated required direct'],
  },
];
