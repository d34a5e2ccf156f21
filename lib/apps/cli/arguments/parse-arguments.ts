import { parseArgs } from 'node:util';
import { globalFlags, type AnyCommand } from '../commands/command.ts';
import { printable } from '../output/terminal.ts';
import { badFlag, type Flags } from './flags.ts';
import { suggestion } from './suggest.ts';

/** The request of a command line: help, the version, or a run. */
export type Asked =
  | { kind: 'version' }
  | { kind: 'help'; command?: AnyCommand; group?: string }
  | { kind: 'run'; command: AnyCommand; flags: Record<string, unknown>; positionals: string[] };

interface Found {
  command: AnyCommand;
  rest: string[];
}

/** Whether a text may be a credential, which must not be repeated. */
const isSecretive = (text: string): boolean =>
  /(?:sg[a-z]|gh[a-z]|glpat)[_-]\w|^eyJ|token|secret|password/i.test(text) || text.length > 40;

const shown = (text: string): string => (isSecretive(text) ? 'that' : `"${printable(text)}"`);

const unknownCommand = (word: string, commands: readonly AnyCommand[]): Error => {
  const names = [...new Set(commands.flatMap(({ name }) => [name, name.split(' ')[0] ?? '']))];
  return badFlag(`There is no command ${shown(word)}.${suggestion(word, names)} See scangate --help.`);
};

const membersOf = (group: string, commands: readonly AnyCommand[]): AnyCommand[] =>
  commands.filter(({ name }) => name.startsWith(`${group} `));

/** Finds the command that the first words name. */
const findCommand = (
  args: readonly string[],
  commands: readonly AnyCommand[],
): Found | { group: string } | undefined => {
  const [first = '', second = ''] = args;
  const alone = commands.find(({ name }) => name === first);
  if (alone) return { command: alone, rest: args.slice(1) };
  const members = membersOf(first, commands);
  if (members.length === 0) return undefined;
  const member = members.find(({ name }) => name === `${first} ${second}`);
  if (member) return { command: member, rest: args.slice(2) };
  if (second === '--help' || second === '-h') return { group: first };
  const words = members.map(({ name }) => name.slice(first.length + 1));
  if (second === '')
    throw badFlag(`${first} needs one of ${words.join(', ')}. See scangate ${first} --help.`);
  throw badFlag(
    `${first} has ${words.join(', ')}, but not ${shown(second)}.${suggestion(second, words, `${first} `)}`,
  );
};

const unknownFlag = (name: string, flags: Flags, command: string): Error => {
  if (/token|password|secret/i.test(name))
    return badFlag('A token is never an argument, which process lists show: set SCANGATE_TOKEN.');
  const advice = suggestion(name, Object.keys(flags), '--');
  return badFlag(
    `${command} has no flag --${shown(name).replaceAll('"', '')}.${advice} See scangate ${command} --help.`,
  );
};

/** Collects the given values of each flag. @throws CliFailure */
const collect = (command: AnyCommand, flags: Flags, args: readonly string[]) => {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(name === 'help' && { short: 'h' }),
      },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (!flag) throw unknownFlag(token.name, flags, command.name);
    const { value } = token;
    if (flag.value === undefined && value !== undefined) throw badFlag(`--${token.name} takes no value.`);
    if (flag.value !== undefined && (value === undefined || (!token.inlineValue && /^-./.test(value))))
      throw badFlag(`--${token.name} needs ${flag.value}.`);
    const texts = given.get(token.name) ?? [];
    if (flag.value !== undefined && texts.length > 0 && !flag.isRepeatable)
      throw badFlag(`--${token.name} is given more than once.`);
    given.set(token.name, [...texts, value ?? '']);
  }
  return { given, positionals };
};

const requirePositionals = (command: AnyCommand, positionals: readonly string[]): void => {
  const missing = command.positionals.find(({ isRequired }, at) => isRequired && !positionals[at]);
  const usage = ` See scangate ${command.name} --help.`;
  if (missing) throw badFlag(`${command.name} needs ${missing.name}.${usage}`);
  const extra = positionals[command.positionals.length];
  if (extra !== undefined) throw badFlag(`${command.name} does not take ${shown(extra)}.${usage}`);
};

/** Parses a command line with the table of commands. @throws CliFailure for anything that is not in the table. */
export const parseCommandLine = (args: readonly string[], commands: readonly AnyCommand[]): Asked => {
  const [first] = args;
  if (first === undefined) throw badFlag('Name a command. See scangate --help.');
  if (first === '--help' || first === '-h') return { kind: 'help' };
  if (first === '--version') return { kind: 'version' };
  if (first === 'help') {
    const named = args.slice(1).filter((arg) => !arg.startsWith('-'));
    if (named.length === 0) return { kind: 'help' };
    const found = findCommand([...named, '--help'], commands);
    if (!found) throw unknownCommand(named[0] ?? '', commands);
    return { kind: 'help', ...found };
  }
  if (first.startsWith('-')) {
    if (/token|password|secret/i.test(first)) throw unknownFlag(first, {}, '');
    throw badFlag('The command comes first, then its flags. See scangate --help.');
  }
  const found = findCommand(args, commands);
  if (!found) throw unknownCommand(first, commands);
  if ('group' in found) return { kind: 'help', group: found.group };
  const { command, rest } = found;
  const flags: Flags = { ...globalFlags, ...command.flags };
  const { given, positionals } = collect(command, flags, rest);
  if (given.has('help')) return { kind: 'help', command };
  if (given.has('version')) return { kind: 'version' };
  requirePositionals(command, positionals);
  const values = Object.entries(flags).map(([name, flag]) => {
    const texts = given.get(name);
    return [name, texts && flag.read(texts, name)];
  });
  return { kind: 'run', command, flags: Object.fromEntries(values) as Record<string, unknown>, positionals };
};
