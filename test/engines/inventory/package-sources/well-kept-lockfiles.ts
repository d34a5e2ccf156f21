import type { LockfileFormat } from '@scangate/engines/inventory/formats';

const sri = (letter: string): string => `sha512-${Buffer.from(letter.repeat(64)).toString('base64')}`;
const hex = (letter: string): string => letter.repeat(64);
const commit = (letter: string): string => letter.repeat(40);

/** Each lockfile has these packages, from the public registry, each with its hash. */
export const packages = [
  { name: 'alpha', version: '1.0.0', letter: 'a' },
  { name: 'beta', version: '2.1.0', letter: 'b' },
  { name: 'gamma', version: '3.0.1', letter: 'c' },
] as const;
type Package = (typeof packages)[number];

const npmUrl = ({ name, version }: Package): string =>
  `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`;
const fileUrl = ({ name, version, letter }: Package): string =>
  `https://files.pythonhosted.org/packages/${letter}/${name}-${version}.tar.gz`;
const each = (write: (one: Package) => string, between = ''): string => packages.map(write).join(between);

/** A lockfile as its tool writes it, with what a poisoner replaces in the entry of one package. */
interface WellKept {
  format: LockfileFormat;
  path: string;
  text: string;
  /** The address or the source of a package; absent where the format states none. */
  address?: (one: Package) => string;
  /** The hash with all that states it. */
  hash: (one: Package) => string;
}

export const wellKept: readonly WellKept[] = [
  {
    format: 'package-lock',
    path: 'package-lock.json',
    text: `{"lockfileVersion":3,"packages":{"":{},${each(
      (one) =>
        `"node_modules/${one.name}":{"version":"${one.version}","resolved":"${npmUrl(one)}","integrity":"${sri(one.letter)}"}`,
      ',',
    )}}}`,
    address: npmUrl,
    hash: ({ letter }) => `,"integrity":"${sri(letter)}"`,
  },
  {
    format: 'package-lock',
    path: 'npm-shrinkwrap.json',
    text: `{"lockfileVersion":1,"dependencies":{${each(
      (one) =>
        `"${one.name}":{"version":"${one.version}","resolved":"${npmUrl(one)}","integrity":"${sri(one.letter)}"}`,
      ',',
    )}}}`,
    address: npmUrl,
    hash: ({ letter }) => `,"integrity":"${sri(letter)}"`,
  },
  {
    format: 'yarn',
    path: 'yarn.lock',
    text: `# yarn lockfile v1\n\n${each(
      (one) =>
        `${one.name}@^${one.version}:\n  version "${one.version}"\n  resolved "${npmUrl(one)}#${commit(one.letter)}"\n  integrity ${sri(one.letter)}\n`,
      '\n',
    )}`,
    address: npmUrl,
    hash: ({ letter }) => `#${commit(letter)}"\n  integrity ${sri(letter)}`,
  },
  {
    format: 'yarn',
    path: 'berry/yarn.lock',
    text: `__metadata:\n  version: 8\n\n${each(
      ({ name, version, letter }) =>
        `"${name}@npm:^${version}":\n  version: ${version}\n  resolution: "${name}@npm:${version}"\n  checksum: 10/${hex(letter)}\n  languageName: node\n  linkType: hard\n`,
      '\n',
    )}`,
    hash: ({ letter }) => `  checksum: 10/${hex(letter)}\n`,
  },
  {
    format: 'pnpm-lock',
    path: 'pnpm-lock.yaml',
    text: `lockfileVersion: '9.0'\n\npackages:\n\n${each(
      (one) =>
        `  ${one.name}@${one.version}:\n    resolution: {integrity: ${sri(one.letter)}, tarball: ${npmUrl(one)}}\n    engines: {node: '>=10'}\n`,
      '\n',
    )}\nsnapshots:\n\n${each(({ name, version }) => `  ${name}@${version}: {}\n`, '\n')}`,
    address: npmUrl,
    hash: ({ letter }) => `integrity: ${sri(letter)}, `,
  },
  {
    format: 'bun-lock',
    path: 'bun.lock',
    text: `{"lockfileVersion":1,"workspaces":{"":{"name":"app"}},"packages":{${each(
      (one) => `"${one.name}":["${one.name}@${one.version}","${npmUrl(one)}",{},"${sri(one.letter)}"],`,
    )}}}`,
    address: npmUrl,
    hash: ({ letter }) => `,"${sri(letter)}"`,
  },
  {
    format: 'uv-lock',
    path: 'uv.lock',
    text: `version = 1\n\n${each(
      (one) =>
        `[[package]]\nname = "${one.name}"\nversion = "${one.version}"\nsource = { registry = "https://pypi.org/simple" }\nsdist = { url = "${fileUrl(one)}", hash = "sha256:${hex(one.letter)}", size = 1 }\n`,
      '\n',
    )}`,
    address: fileUrl,
    hash: ({ letter }) => `, hash = "sha256:${hex(letter)}"`,
  },
  {
    format: 'poetry-lock',
    path: 'poetry.lock',
    text: `${each(
      ({ name, version, letter }) =>
        `[[package]]\nname = "${name}"\nversion = "${version}"\nfiles = [\n    {file = "${name}-${version}.tar.gz", hash = "sha256:${hex(letter)}"},\n]\n`,
      '\n',
    )}\n[metadata]\nlock-version = "2.1"\n`,
    hash: ({ letter }) => `, hash = "sha256:${hex(letter)}"`,
  },
  {
    format: 'pdm-lock',
    path: 'pdm.lock',
    text: `[metadata]\nlock_version = "4.5.0"\n\n${each(
      (one) =>
        `[[package]]\nname = "${one.name}"\nversion = "${one.version}"\nfiles = [\n    {url = "${fileUrl(one)}", hash = "sha256:${hex(one.letter)}"},\n]\n`,
      '\n',
    )}`,
    address: fileUrl,
    hash: ({ letter }) => `, hash = "sha256:${hex(letter)}"`,
  },
  {
    format: 'pylock',
    path: 'pylock.toml',
    text: `lock-version = "1.0"\n\n${each(
      (one) =>
        `[[packages]]\nname = "${one.name}"\nversion = "${one.version}"\nsdist = { url = "${fileUrl(one)}", size = 1, hashes = { sha256 = "${hex(one.letter)}" } }\n`,
      '\n',
    )}`,
    address: fileUrl,
    hash: ({ letter }) => `, hashes = { sha256 = "${hex(letter)}" }`,
  },
  {
    format: 'conda-lock',
    path: 'conda-lock.yml',
    // With quotes, a cut address is no other one.
    text: `version: 1\npackage:\n- name: python\n  manager: conda\n  url: https://conda.example/c/linux-64/other-1-0.conda\n${each(
      (one) =>
        `- name: ${one.name}\n  version: ${one.version}\n  manager: pip\n  url: "${fileUrl(one)}"\n  hash: {sha256: ${hex(one.letter)}}\n`,
    )}`,
    address: fileUrl,
    hash: ({ letter }) => `  hash: {sha256: ${hex(letter)}}\n`,
  },
  {
    format: 'pixi-lock',
    path: 'pixi.lock',
    text: `version: 6\npackages:\n- conda: https://conda.example/c/linux-64/other-1-0.conda\n${each(
      (one) =>
        `- pypi: "${fileUrl(one)}"\n  name: ${one.name}\n  version: ${one.version}\n  sha256: ${hex(one.letter)}\n`,
    )}`,
    address: fileUrl,
    hash: ({ letter }) => `  sha256: ${hex(letter)}\n`,
  },
  {
    format: 'pipfile-lock',
    path: 'Pipfile.lock',
    text: `{"_meta":{"sources":[{"name":"pypi","url":"https://pypi.org/simple"}]},"default":{${each(
      ({ name, version, letter }) =>
        `"${name}":{"hashes":["sha256:${hex(letter)}"],"index":"pypi","version":"==${version}"}`,
      ',',
    )}}}`,
    hash: ({ letter }) => `"sha256:${hex(letter)}"`,
  },
  {
    format: 'requirements',
    path: 'requirements.txt',
    text: each(({ name, version, letter }) => `${name}==${version} \\\n    --hash=sha256:${hex(letter)}\n`),
    hash: ({ letter }) => ` \\\n    --hash=sha256:${hex(letter)}`,
  },
  {
    format: 'cargo-lock',
    path: 'Cargo.lock',
    text: `version = 4\n\n${each(
      ({ name, version, letter }) =>
        `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${hex(letter)}"\n`,
      '\n',
    )}`,
    hash: ({ letter }) => `checksum = "${hex(letter)}"\n`,
  },
  {
    format: 'gemfile-lock',
    path: 'Gemfile.lock',
    text: `GEM\n  remote: https://rubygems.org/\n  specs:\n${each(
      ({ name, version }) => `    ${name} (${version})\n`,
    )}\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n${each(({ name }) => `  ${name}\n`)}\nCHECKSUMS\n${each(
      ({ name, version, letter }) => `  ${name} (${version}) sha256=${hex(letter)}\n`,
    )}\nBUNDLED WITH\n   2.6.0\n`,
    hash: ({ letter }) => ` sha256=${hex(letter)}`,
  },
  {
    format: 'composer-lock',
    path: 'composer.lock',
    text: `{"packages":[${each(
      ({ name, version, letter }) =>
        `{"name":"v/${name}","version":"${version}","source":{"type":"git","url":"https://github.com/v/${name}.git","reference":"${commit(letter)}"},"dist":{"type":"zip","url":"https://api.github.com/repos/v/${name}/zipball/${commit(letter)}","reference":"${commit(letter)}","shasum":""}}`,
      ',',
    )}],"packages-dev":[]}`,
    address: ({ name, letter }) => `https://api.github.com/repos/v/${name}/zipball/${commit(letter)}`,
    hash: ({ letter }) => `,"reference":"${commit(letter)}","shasum":""`,
  },
];
