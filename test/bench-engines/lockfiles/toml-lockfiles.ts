import {
  inputsFor,
  hexOf,
  nameOf,
  needsOf,
  textOfEach,
  uuidOf,
  versionOf,
  type LockfileInput,
} from './lockfile-input.ts';

const toml = inputsFor('TOML parser');

const listOf = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ');

const wheel = (index: number): string =>
  `{url = "https://files.example.com/${nameOf(index)}-${versionOf(index)}-py3-none-any.whl", hash = "sha256:${hexOf(index)}"}`;

/** Generated lockfiles in TOML. */
export const tomlLockfiles: readonly LockfileInput[] = [
  toml(
    'poetry-lock',
    'poetry.lock',
    (count) =>
      `${textOfEach(
        count,
        (index) =>
          `[[package]]\nname = "${nameOf(index)}"\nversion = "${versionOf(index)}"\ndescription = "A package"\noptional = false\npython-versions = ">=3.9"\n` +
          `groups = ["main"]\nfiles = [\n    {file = "${nameOf(index)}.whl", hash = "sha256:${hexOf(index)}"},\n    {file = "${nameOf(index)}.tar.gz", hash = "sha256:${hexOf(index + 1)}"},\n]\n\n` +
          `[package.dependencies]\n${needsOf(index, count)
            .map((need) => `${nameOf(need)} = ">=1"\n`)
            .join('')}\n`,
      )}[metadata]\nlock-version = "2.1"\npython-versions = ">=3.9"\ncontent-hash = "${hexOf(0)}"\n`,
  ),
  toml(
    'uv-lock',
    'uv.lock',
    (count) =>
      `version = 1\nrequires-python = ">=3.9"\n\n${textOfEach(
        count,
        (index) =>
          `[[package]]\nname = "${nameOf(index)}"\nversion = "${versionOf(index)}"\nsource = { registry = "https://pypi.org/simple" }\n` +
          `dependencies = [\n${needsOf(index, count)
            .map((need) => `    { name = "${nameOf(need)}" },\n`)
            .join('')}]\nwheels = [\n    ${wheel(index)},\n]\n\n`,
      )}`,
  ),
  toml(
    'pdm-lock',
    'pdm.lock',
    (count) =>
      `[metadata]\ngroups = ["default"]\nlock_version = "4.5.0"\n\n${textOfEach(
        count,
        (index) =>
          `[[package]]\nname = "${nameOf(index)}"\nversion = "${versionOf(index)}"\nrequires_python = ">=3.9"\nsummary = "A package"\ngroups = ["default"]\n` +
          `dependencies = [\n${needsOf(index, count)
            .map((need) => `    "${nameOf(need)}>=1",\n`)
            .join(
              '',
            )}]\nfiles = [\n    {file = "${nameOf(index)}.whl", hash = "sha256:${hexOf(index)}"},\n]\n\n`,
      )}`,
  ),
  toml(
    'pylock',
    'pylock.toml',
    (count) =>
      `lock-version = "1.0"\ncreated-by = "bench"\n\n${textOfEach(
        count,
        (index) =>
          `[[packages]]\nname = "${nameOf(index)}"\nversion = "${versionOf(index)}"\ndependencies = [${needsOf(
            index,
            count,
          )
            .map((need) => `{ name = "${nameOf(need)}" }`)
            .join(
              ', ',
            )}]\nwheels = [{ url = "https://files.example.com/${nameOf(index)}.whl", hashes = { sha256 = "${hexOf(index)}" } }]\n\n`,
      )}`,
  ),
  toml(
    'cargo-lock',
    'Cargo.lock',
    (count) =>
      `version = 4\n\n${textOfEach(
        count,
        (index) =>
          `[[package]]\nname = "${nameOf(index)}"\nversion = "${versionOf(index)}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n` +
          `checksum = "${hexOf(index)}"\ndependencies = [\n${needsOf(index, count)
            .map((need) => ` "${nameOf(need)}",\n`)
            .join('')}]\n\n`,
      )}`,
  ),
  toml(
    'julia-manifest',
    'Manifest.toml',
    (count) =>
      `julia_version = "1.10.4"\nmanifest_format = "2.0"\nproject_hash = "${hexOf(0, 40)}"\n\n${textOfEach(
        count,
        (index) =>
          `[[deps.P${index}]]\ndeps = [${listOf(needsOf(index, count).map((need) => `P${need}`))}]\n` +
          `git-tree-sha1 = "${hexOf(index, 40)}"\nuuid = "${uuidOf(index)}"\nversion = "${versionOf(index)}"\n\n`,
      )}`,
  ),
  toml(
    'gleam-manifest',
    'manifest.toml',
    (count) =>
      `packages = [\n${textOfEach(
        count,
        (index) =>
          `  { name = "p${index}", version = "${versionOf(index)}", build_tools = ["gleam"], requirements = [${listOf(needsOf(index, count).map((need) => `p${need}`))}], otp_app = "p${index}", source = "hex", outer_checksum = "${hexOf(index).toUpperCase()}" },\n`,
      )}]\n\n[requirements]\np0 = { version = ">= 1.0.0" }\n`,
  ),
];
