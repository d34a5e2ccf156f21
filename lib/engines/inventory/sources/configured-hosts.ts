import { directoryOf } from '@scangate/engines/units/paths';
import type { Ecosystem } from '@scangate/engines/model/component';
import { hostOf, type SourceInput } from './locked-source.ts';

/** Files beside a lockfile or at the root of the unit in which a project configures its registries. */
const configurations: Partial<Record<Ecosystem, readonly string[]>> = {
  npm: ['.npmrc', '.yarnrc', '.yarnrc.yml', 'bunfig.toml'],
  PyPI: ['pyproject.toml', 'uv.toml', 'poetry.toml', 'pip.conf', 'Pipfile', 'requirements.in'],
  RubyGems: ['Gemfile', 'gems.rb', '.bundle/config'],
  Packagist: ['composer.json'],
  'crates.io': ['.cargo/config.toml', '.cargo/config'],
};

/** Keys and statements that name a registry; a dependency's own address is none. */
const settings: Partial<Record<Ecosystem, RegExp>> = {
  npm: /(?:^|[:{ ])(?:registry|npmRegistryServer|url|default)["']? ?[=: ] ?["']?(https?:\/\/[^\s"']*)/,
  PyPI: /^\s{0,8}(?:url|index-url|extra-index-url|index_url|find-links|default-index)\s{0,4}[= ]\s{0,4}["']?(https?:\/\/[^\s"']{1,1000})/,
  RubyGems: /^\s{0,20}source[ (]{1,3}["'](https?:\/\/[^\s"']*)/,
  Packagist: /"url"\s{0,4}:\s{0,4}"(https?:\/\/[^"\s]{1,1000})"/,
  'crates.io': /\b(?:index|registry)\s{0,4}=\s{0,4}"(?:sparse\+|registry\+)?(https?:\/\/[^"\s]{1,1000})"/,
};

const longestLine = 4096;

const hostsIn = (text: string, setting: RegExp): string[] =>
  text.split(/\r\n|\n|\r/).flatMap((line) => {
    const bare = line.slice(0, longestLine).replace(/^\s*--/, '');
    const address = setting.exec(bare.replaceAll('\\/', '/'))?.[1];
    return (address !== undefined && hostOf(address)) || [];
  });

/** Returns the hosts of the registries that the project itself configures, beside its lockfile and in it. */
export const configuredHosts = (ecosystem: Ecosystem, { path, text, readText }: SourceInput): Set<string> => {
  const setting = settings[ecosystem];
  if (!setting) return new Set();
  const directories = [...new Set([directoryOf(path), ''])];
  const files = directories.flatMap((directory) =>
    (configurations[ecosystem] ?? []).map((name) => readText(`${directory}${name}`)),
  );
  // The options of a requirements file stand in the file itself.
  const own = path.endsWith('.txt') ? [text] : [];
  return new Set([...files, ...own].flatMap((file) => (file === undefined ? [] : hostsIn(file, setting))));
};
