import {
  LineCounter,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
} from 'yaml';
import { withinYamlDepth } from '@scangate/engines/text/yaml-nesting';
import { suggestion } from '../arguments/suggest.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';
import { reportFormatNames, type ReportFormat } from '../scan/report-formats.ts';
import { failOnChoices, type FailOn } from '../scan/scan-flags.ts';

/** The settings that `.scangate.yaml` may have. The file is part of the change that is judged. */
export interface FileSettings {
  timeoutSeconds?: number;
  intervalSeconds?: number;
  color?: 'auto' | 'always' | 'never';
  failOn?: FailOn;
  reports?: { format: ReportFormat; output: string }[];
}

export const settingsFile = '.scangate.yaml';

/** Keys that one might expect here, and where they belong instead. */
const elsewhere: Readonly<Record<string, string>> = {
  url: 'an address would get the token: set SCANGATE_URL in the pipeline',
  token: 'a token must not be in a file: set SCANGATE_TOKEN in the pipeline',
  organization: 'it would get the identity of the CI: set SCANGATE_ORGANIZATION in the pipeline',
  repository: 'a change could redirect the gate to another repository',
  unit: 'a change would leave something out',
  types: 'a change would leave something out',
  threshold: 'it is the setting of the organization: failOn makes it stricter',
  gate: 'a change would choose its own judgment: give --gate in the pipeline',
};

/** A place in the file, and the error there. */
class Refused extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

const scalarOf = (node: unknown, name: string): unknown => {
  if (!isScalar(node)) throw new Refused(offsetOf(node), `${name} is one value`);
  return node.value;
};

const numberOf = (node: unknown, name: string, most: number): number => {
  const value = scalarOf(node, name);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > most)
    throw new Refused(offsetOf(node), `${name} is a whole number from 1 to ${most}`);
  return value;
};

const choiceOf = <T extends string>(node: unknown, name: string, choices: readonly T[]): T => {
  const value = scalarOf(node, name);
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new Refused(offsetOf(node), `${name} is one of ${choices.join(', ')}`);
  return found;
};

/** A name that is valid on every file system and not hidden. */
const plainName = /^\w(?:[\w .+-]*\w)?$/;
const reportName = /\.(?:json|xml|md|sarif)$/i;

/**
 * A report must go to a file below the start folder: a change must not be able to write elsewhere, nor to replace a
 * file that a program runs, such as a git hook or the script of a virtual environment, because a report quotes names
 * from the change.
 */
const outputOf = (node: unknown): string => {
  const value = scalarOf(node, 'output');
  const isPlain =
    typeof value === 'string' &&
    value.split('/').every((part) => plainName.test(part)) &&
    reportName.test(value);
  if (!isPlain)
    throw new Refused(
      offsetOf(node),
      'output is a file below the working directory that ends in .json, .xml, .md or .sarif, and no part of it is hidden',
    );
  return value;
};

const entriesOf = (node: unknown, name: string): [key: string, keyNode: unknown, value: unknown][] => {
  if (!isMap(node)) throw new Refused(offsetOf(node), `${name} is a mapping of names to values`);
  return node.items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), key, value]);
};

const reportsOf = (node: unknown): FileSettings['reports'] => {
  if (!isSeq(node)) throw new Refused(offsetOf(node), 'reports is a list');
  return node.items.map((item) => {
    const entries = entriesOf(item, 'a report');
    const found = new Map(entries.map(([key, , value]) => [key, value]));
    const unknown = entries.find(([key]) => key !== 'format' && key !== 'output');
    if (unknown) throw new Refused(offsetOf(unknown[1]), 'a report only has format and output');
    if (!found.has('format') || !found.has('output'))
      throw new Refused(offsetOf(item), 'a report has a format and an output');
    return {
      format: choiceOf(found.get('format'), 'format', reportFormatNames),
      output: outputOf(found.get('output')),
    };
  });
};

const day = 86_400;

const readers = {
  timeoutSeconds: (node: unknown) => numberOf(node, 'timeoutSeconds', day),
  intervalSeconds: (node: unknown) => numberOf(node, 'intervalSeconds', 60),
  color: (node: unknown) => choiceOf(node, 'color', ['auto', 'always', 'never'] as const),
  failOn: (node: unknown) => choiceOf(node, 'failOn', failOnChoices),
  reports: reportsOf,
} as const;

const known = Object.keys(readers);

const settingsOf = (document: Document): FileSettings => {
  const { contents } = document;
  if (contents === null) return {};
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node) || ('anchor' in node && node.anchor !== undefined))
        throw new Refused(offsetOf(node), 'anchors and aliases are not allowed');
    },
  });
  const settings: Record<string, unknown> = {};
  for (const [key, keyNode, value] of entriesOf(contents, settingsFile)) {
    const shown = printable(key).slice(0, 40);
    const reason = Object.hasOwn(elsewhere, key) ? elsewhere[key] : undefined;
    if (reason !== undefined) throw new Refused(offsetOf(keyNode), `${shown} is not allowed here: ${reason}`);
    if (!Object.hasOwn(readers, key))
      throw new Refused(
        offsetOf(keyNode),
        `${shown} is unknown; known are ${known.join(', ')}.${suggestion(key, known)}`,
      );
    settings[key] = readers[key as keyof typeof readers](value);
  }
  return settings;
};

/** Parses the text of `.scangate.yaml`. @throws CliFailure with the line and column of the error */
export const readFileSettings = (text: string): FileSettings =>
  withinYamlDepth(text, parse, () =>
    failureAt({ line: 1, col: 1 }, 'this is not YAML that can be read (it is nested too deeply)'),
  );

const failureAt = ({ line, col }: { line: number; col: number }, message: string): CliFailure =>
  new CliFailure(
    exitCodes.badInput,
    `${settingsFile}:${Math.max(1, line)}:${Math.max(1, col)}: ${/[.?]$/.test(message) ? message : `${message}.`}`,
    'settings_file',
  );

const parse = (text: string): FileSettings => {
  const lineCounter = new LineCounter();
  const fail = (offset: number, message: string): CliFailure =>
    failureAt(lineCounter.linePos(offset), message);
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [error] = [...document.errors, ...document.warnings];
  if (error) throw fail(error.pos[0], `this is not YAML (${error.code.toLowerCase().replaceAll('_', ' ')})`);
  try {
    return settingsOf(document);
  } catch (refused) {
    if (refused instanceof Refused) throw fail(refused.offset, refused.message);
    throw refused;
  }
};
