import { globalFlags, type AnyCommand } from '../commands/command.ts';
import { exitNote } from '../commands/exit-note.ts';
import type { Flag, Flags } from './flags.ts';

const width = 80;

/** Breaks a text at spaces; the lines after the first are indented. */
export const wrapText = (text: string, { columns = width, indent = 0 } = {}): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    const start = lines.length === 0 ? 0 : indent;
    if (line !== '' && start + longer.length > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
};

const nameOf = ([name, { value, isRepeatable }]: [string, Flag<unknown>]): string =>
  `--${name}${value === undefined ? '' : ` ${value}`}${isRepeatable ? '…' : ''}`;

/** Writes a definition list: each name, then its text in a column of its own. */
const definitions = (rows: readonly (readonly [string, string])[]): string => {
  const longest = Math.max(...rows.map(([name]) => name.length));
  const column = Math.min(longest, 24) + 4;
  return rows
    .map(([name, text]) => {
      const head = `  ${name}`;
      const gap = head.length + 2 > column ? `\n${' '.repeat(column)}` : ' '.repeat(column - head.length);
      const body = wrapText(text, { columns: width - column }).replaceAll('\n', `\n${' '.repeat(column)}`);
      return `${head}${gap}${body}`;
    })
    .join('\n');
};

const flagLines = (flags: Flags): string =>
  definitions(Object.entries(flags).map((entry) => [nameOf(entry), entry[1].summary]));

const usageOf = ({ name, positionals }: AnyCommand): string => {
  const given = positionals.map((one) => (one.isRequired ? one.name : `[${one.name}]`));
  return ['scangate', name, ...given].join(' ');
};

/** Returns the help of one command. */
export const commandHelp = (command: AnyCommand): string => {
  const own = Object.keys(command.flags).length > 0 ? [`Flags\n${flagLines(command.flags)}`] : [];
  const parts = [
    wrapText(command.summary),
    `Usage: ${usageOf(command)}${own.length > 0 ? ' [flags]' : ''}`,
    ...own,
    ...(command.notes ?? []).map((note) => wrapText(note)),
    `Everywhere\n${flagLines(globalFlags)}`,
    `Example\n  ${command.example}`,
  ];
  return `${parts.join('\n\n')}\n`;
};

/** Returns the list of commands: all, or those of one group. */
export const overviewHelp = (commands: readonly AnyCommand[], group?: string): string => {
  const listed = commands.filter(({ name }) => group === undefined || name.startsWith(`${group} `));
  const parts = [
    'Scans a commit, a lockfile or an SBOM; the exit code is the verdict.',
    `Usage: scangate ${group ?? 'COMMAND'}${group === undefined ? '' : ' COMMAND'} [flags]`,
    `Commands\n${definitions(listed.map((command) => [command.name, command.summary]))}`,
    wrapText(exitNote),
    'scangate COMMAND --help shows the flags and an example of each.',
  ];
  return `${parts.join('\n\n')}\n`;
};
