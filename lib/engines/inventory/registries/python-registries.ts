import { parseToml, tryParse } from '../parse/parse-document.ts';
import { asAddress, asList, asText, member, textsOf, type Table } from '../parse/untrusted-value.ts';
import {
  byLine,
  fromAddresses,
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

const toml =
  (addresses: (document: Table) => Address[]): RegistryReader =>
  (text) => {
    const document = tryParse(text, parseToml);
    return document ? fromAddresses(text, addresses(document)) : [];
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

const value = String.raw`\s{0,4}[= ]\s{0,4}["']?`;
const url = String.raw`(https?:\/\/[^\s"']{1,1000})`;

/** The options of pip's configuration; the values of one option may be on lines of their own. */
const pipConfiguration: RegistryReader = (text) => {
  let option = '';
  const joined = linesOf(text).map((line) => {
    const [, name] = /^\s{0,8}([a-z][\w-]{1,40})\s{0,4}[=:](?!\/\/)/.exec(line) ?? [];
    if (name !== undefined) option = name;
    return name === undefined && /^\s/.test(line) ? `${option} = ${line.trim()}` : line;
  });
  return pipSettings(joined.join('\n'));
};

const pipSettings: RegistryReader = byLine(
  { form: new RegExp(String.raw`^\s{0,8}index-url${value}${url}`), shape: 'registry' },
  { form: new RegExp(String.raw`^\s{0,8}(?:extra-index-url|find-links)${value}${url}`), shape: 'extra' },
  { form: new RegExp(String.raw`^\s{0,8}trusted-host${value}([^\s"']{1,255})`), shape: 'unverified' },
);

const shapes: ReadonlyMap<string, NamedRegistry['shape']> = new Map([
  ['index-url', 'registry'],
  ['extra-index-url', 'extra'],
  ['find-links', 'extra'],
  ['trusted-host', 'unverified'],
]);

/** Reads the options of a requirements file. */
export const requirementsOptions: RegistryReader = (text) => {
  const addresses: Address[] = [];
  eachRequirementLine(text, (line) => {
    if (line.isPin || !line.text.startsWith('-')) return;
    for (const { name, value: stated } of pipOptions(line.text)) {
      const shape = shapes.get(name);
      if (shape && (shape === 'unverified' || /^https?:\/\//i.test(stated))) addresses.push([shape, stated]);
    }
  });
  return fromAddresses(text, addresses);
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
