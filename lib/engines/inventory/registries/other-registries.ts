import { parseJson, parseToml, parseYamlStream, tryParse } from '../parse/parse-document.ts';
import { parseXml } from '../parse/parse-xml.ts';
import { asAddress, asText, entriesOf, member } from '../parse/untrusted-value.ts';
import {
  byLine,
  fromAddresses,
  type NamedRegistry,
  type RegistryFiles,
  type RegistryReader,
} from './named-registry.ts';

type Address = readonly [shape: NamedRegistry['shape'], stated: string];

const source = /^\s{0,20}source[ (]{1,3}["'](https?:\/\/[^\s"']{1,1000})["']/;

/** Reads a Gemfile. With several sources for all gems, Bundler takes the higher version. */
const gemfile: RegistryReader = (text) => {
  let global = 0;
  return byLine(
    { form: source, shape: 'registry' },
    {
      form: /^\s{0,40}gem\b.{0,400}?\bsource(?::| ?=>) ?["'](https?:\/\/[^\s"']{1,1000})/,
      shape: 'registry',
    },
  )(text).map((each) => {
    const line = text.split('\n', each.line)[each.line - 1] ?? '';
    if (!source.test(line) || /\bdo\s*$/.test(line)) return each;
    global += 1;
    return global > 1 ? { ...each, shape: 'extra' } : each;
  });
};

export const rubyRegistries: RegistryFiles = {
  Gemfile: gemfile,
  'gems.rb': gemfile,
  '.bundle/config': byLine(
    { form: /^BUNDLE_MIRROR__[\w.:/-]{1,200}:\s{0,4}["']?(https?:\/\/[^\s"']{1,1000})/, shape: 'registry' },
    { form: /^(BUNDLE_SSL_VERIFY_MODE):\s{0,4}["']?0/, shape: 'unverified' },
  ),
};

/** Composer takes a name from the first repository that has it, unless that repository is not canonical. */
const composerRepository = (repository: unknown): Address[] => {
  const type = asText(member(repository, 'type'));
  const shape = member(repository, 'canonical') === false ? 'extra' : 'registry';
  const packaged = member(member(member(repository, 'package'), 'dist'), 'url');
  const stated = asAddress(type === 'package' ? packaged : member(repository, 'url'));
  return stated === undefined || type === 'path' || type === 'artifact' ? [] : [[shape, stated]];
};

const composer: RegistryReader = (text) => {
  const document = tryParse(text, parseJson);
  const listed = member(document, 'repositories');
  const repositories = Array.isArray(listed)
    ? (listed as unknown[])
    : entriesOf(listed).map(([, each]) => each);
  const config = member(document, 'config');
  const isPlain = member(config, 'secure-http') === false;
  const named = fromAddresses(text.replaceAll('\\/', '/'), [
    ...repositories.flatMap(composerRepository),
    ...(isPlain ? [['unverified', 'secure-http'] as const] : []),
    ...(member(config, 'disable-tls') === true ? [['unverified', 'disable-tls'] as const] : []),
  ]);
  return named;
};

export const phpRegistries: RegistryFiles = { 'composer.json': composer };

const cargo: RegistryReader = (text) => {
  const document = tryParse(text, parseToml);
  const listed = [
    ...entriesOf(member(document, 'registries')).map(([, each]) => member(each, 'index')),
    ...entriesOf(member(document, 'source')).flatMap(([, each]) => [
      member(each, 'registry'),
      member(each, 'git'),
    ]),
    member(member(document, 'registry'), 'index'),
  ];
  const stated = listed.flatMap((each) => asAddress(each)?.replace(/^(?:sparse|registry)\+/, '') ?? []);
  return fromAddresses(
    text,
    stated.map((each) => ['registry', each] as const),
  );
};

export const rustRegistries: RegistryFiles = { '.cargo/config.toml': cargo, '.cargo/config': cargo };

const pubTables = ['dependencies', 'dev_dependencies', 'dependency_overrides'] as const;

const pubspec: RegistryReader = (text) => {
  const document = tryParse(text, parseYamlStream)?.[0];
  const stated = pubTables.flatMap((table) =>
    entriesOf(member(document, table)).flatMap(([, value]): Address[] => {
      const hosted = member(value, 'hosted');
      const address = asAddress(member(hosted, 'url') ?? hosted);
      return address === undefined ? [] : [['registry', address]];
    }),
  );
  return fromAddresses(text, stated);
};

export const dartRegistries: RegistryFiles = {
  'pubspec.yaml': pubspec,
  'pubspec_overrides.yaml': pubspec,
};

/** Reads nuget.config. Without a package source mapping, NuGet queries every source for every name. */
const nuget: RegistryReader = (text) => {
  const root = tryParse(text, parseXml);
  const child = (name: string) => root?.children.find((each) => each.name.toLowerCase() === name);
  const addresses = (child('packagesources')?.children ?? []).flatMap(({ name, attributes }) => {
    const stated = attributes['value'] ?? '';
    return name.toLowerCase() === 'add' && /^https?:/.test(stated) ? [stated] : [];
  });
  const isMapped = child('packagesourcemapping') !== undefined || addresses.length < 2;
  return fromAddresses(
    text,
    addresses.map((stated) => [isMapped ? 'registry' : 'extra', stated] as const),
  );
};

export const dotnetRegistries: RegistryFiles = {
  'nuget.config': nuget,
  'NuGet.config': nuget,
  'NuGet.Config': nuget,
};
