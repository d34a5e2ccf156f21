import { parseToml, tryParse } from '../parse/parse-document.ts';
import { asAddress, asList, asText, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import {
  fromAddresses,
  registryHost,
  type NamedRegistry,
  type RegistryFiles,
  type RegistryReader,
} from './named-registry.ts';
import { linesOf } from '../parse/lines.ts';
import { pipOptions } from '../python/pip-options.ts';
import { eachRequirementLine } from '../python/requirements-lines.ts';

type Address = readonly [shape: NamedRegistry['shape'], stated: string];

const addressesOf = (value: unknown): string[] => {
  const one = asAddress(value);
  return one === undefined ? textsOf(value) : [one];
};

const shaped = (shape: NamedRegistry['shape'], value: unknown): Address[] =>
  addressesOf(value).map((stated) => [shape, stated] as const);

const sourceList = (list: unknown): Address[] =>
  asList(list).flatMap((source) => [
    ...shaped('registry', member(source, 'url')),
    ...(member(source, 'verify_ssl') === false ? [['unverified', 'verify_ssl'] as const] : []),
  ]);

/** Reads the settings of uv, which takes a name from the first index that has it unless configured otherwise. */
const uvSettings = (uv: unknown): Address[] => {
  const strategy = asText(member(uv, 'index-strategy')) ?? '';
  return [
    ...sourceList(member(uv, 'index')),
    ...['index-url', 'default-index'].flatMap((key) => shaped('registry', member(uv, key))),
    ...['extra-index-url', 'find-links'].flatMap((key) => shaped('extra', member(uv, key))),
    ...shaped('unverified', member(uv, 'allow-insecure-host')),
    ...(strategy.startsWith('unsafe') ? [['extra', strategy] as const] : []),
  ];
};

/** Builds the registries of indexes, which may be folders: then none of their packages need be of the public index. */
const fromIndexes = (text: string, indexes: readonly Address[]): Omit<NamedRegistry, 'file'>[] =>
  fromAddresses(
    text,
    indexes.map(([shape, stated]) =>
      shape === 'registry' && registryHost(stated) === undefined ? ['folder', stated] : [shape, stated],
    ),
  );

const toml =
  (addresses: (document: Table) => Address[]): RegistryReader =>
  (text) => {
    const document = tryParse(text, parseToml);
    return document ? fromIndexes(text, addresses(document)) : [];
  };

const pyproject = (document: Table): Address[] => {
  const tool = member(document, 'tool');
  const uv = member(tool, 'uv');
  return [
    ...uvSettings(uv),
    ...uvSettings(member(uv, 'pip')),
    ...sourceList(member(member(tool, 'poetry'), 'source')),
    ...sourceList(member(member(tool, 'pdm'), 'source')),
  ];
};

const shapes: ReadonlyMap<string, NamedRegistry['shape']> = new Map([
  ['index-url', 'registry'],
  ['pypi-url', 'registry'],
  ['extra-index-url', 'extra'],
  ['find-links', 'extra'],
  ['trusted-host', 'unverified'],
]);

/** Returns the name of an option as pip takes it from its configuration. */
const configuredName = (stated: string): string => {
  const name = stated.trim().toLowerCase().replaceAll('_', '-');
  return name.startsWith('--') ? name.slice(2) : name;
};

/** Reads pip's configuration. The values of one option may be on lines of their own, which are indented deeper. */
const pipConfiguration: RegistryReader = (text) => {
  const addresses: Address[] = [];
  let option = { name: '', indent: 0 };
  for (const line of linesOf(text)) {
    const stated = line.trimStart();
    if (stated === '' || stated.startsWith('#') || stated.startsWith(';')) continue;
    const indent = line.length - stated.length;
    const isContinued = option.name !== '' && indent > option.indent;
    const at = isContinued ? -1 : stated.search(/[=:]/);
    if (!isContinued) option = { name: configuredName(stated.slice(0, Math.max(at, 0))), indent };
    const shape = shapes.get(option.name);
    const values = stated
      .slice(at + 1)
      .replaceAll('"', '')
      .replaceAll("'", '')
      .split(/\s+/);
    if (shape) for (const value of values) if (value !== '') addresses.push([shape, value]);
  }
  return fromIndexes(text, addresses);
};

/** Reads the options of a requirements file. */
export const requirementsOptions: RegistryReader = (text) => {
  const addresses: Address[] = [];
  eachRequirementLine(text, (line) => {
    if (line.pin || !line.text.startsWith('-')) return;
    for (const { name, value } of pipOptions(line.text)) {
      const shape = shapes.get(name);
      if (shape && value !== '') addresses.push([shape, value]);
    }
  });
  return fromIndexes(text, addresses);
};

/** The files in which a Python project configures its indexes. */
export const pythonRegistries: RegistryFiles = {
  'pip.conf': pipConfiguration,
  'pip.ini': pipConfiguration,
  'uv.toml': toml((document) => [...uvSettings(document), ...uvSettings(member(document, 'pip'))]),
  'pyproject.toml': toml(pyproject),
  Pipfile: toml((document) => sourceList(member(document, 'source'))),
  'requirements.in': requirementsOptions,
};
