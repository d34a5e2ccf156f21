import { globalFlags, type AnyCommand } from '../commands/command.ts';
import type { Flags } from './flags.ts';

export const shells = ['bash', 'zsh', 'fish', 'pwsh'] as const;
export type Shell = (typeof shells)[number];

/** The words that may follow a command, from the table of commands. */
interface Completed {
  /** The words of the command. */
  words: readonly string[];
  summary: string;
  flags: Flags;
  /** The values of the first positional, where they are known. */
  values: readonly string[];
}

const completed = (commands: readonly AnyCommand[]): Completed[] =>
  commands.map(({ name, summary, flags, positionals }) => ({
    words: name.split(' '),
    summary,
    flags: { ...flags, ...globalFlags },
    values: positionals[0]?.choices ?? [],
  }));

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const flagNames = (flags: Flags): string =>
  Object.keys(flags)
    .map((name) => `--${name}`)
    .join(' ');

const firstWords = (all: readonly Completed[]): string[] => [
  ...new Set(all.map(({ words }) => words[0] ?? '')),
];

const secondWords = (all: readonly Completed[], first: string): string[] =>
  all.filter(({ words }) => words[0] === first && words.length > 1).map(({ words }) => words[1] ?? '');

const groupsOf = (all: readonly Completed[]): string[] =>
  firstWords(all).filter((first) => secondWords(all, first).length > 0);

/** One case for each flag with known values, in every command that has it. */
const choiceCases = (all: readonly Completed[]): [flag: string, values: string][] => {
  const choices = new Map<string, readonly string[]>();
  for (const { flags } of all)
    for (const [name, { choices: values }] of Object.entries(flags)) if (values) choices.set(name, values);
  return [...choices].map(([name, values]) => [`--${name}`, values.join(' ')]);
};

const bash = (all: readonly Completed[]): string => {
  const groups = groupsOf(all);
  return [
    '_scangate() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words=""',
    '  case "$previous" in',
    ...choiceCases(all).map(
      ([flag, values]) => `    ${flag}) COMPREPLY=($(compgen -W ${quoted(values)} -- "$current")); return ;;`,
    ),
    '  esac',
    '  local command="${COMP_WORDS[1]}"',
    `  case "$command" in ${groups.length > 0 ? groups.join('|') : 'none'}) command="$command \${COMP_WORDS[2]}" ;; esac`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then words=' + quoted(firstWords(all).join(' ')) + '; else',
    '  case "$command" in',
    ...all.map(
      ({ words, flags, values }) =>
        `    ${quoted(words.join(' '))}) words=${quoted([flagNames(flags), ...values].join(' '))} ;;`,
    ),
    ...groups.map((group) => `    ${quoted(group)}*) words=${quoted(secondWords(all, group).join(' '))} ;;`),
    '  esac; fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _scangate scangate',
  ].join('\n');
};

const zshText = (text: string): string => text.replaceAll(/[[\]:]/g, (sign) => `\\${sign}`);

const zshFlag = ([name, { value, summary, choices, takesFile }]: [string, Flags[string]]): string => {
  const values = choices ? `(${choices.join(' ')})` : '';
  const action = takesFile ? '_files' : values;
  return quoted(`--${name}[${zshText(summary)}]${value === undefined ? '' : `:${value}:${action}`}`);
};

const zsh = (all: readonly Completed[]): string =>
  [
    '#compdef scangate',
    '_scangate() {',
    '  local command="${words[2]}"',
    `  (( CURRENT == 2 )) && { compadd -- ${firstWords(all).map(quoted).join(' ')}; return }`,
    ...groupsOf(all).flatMap((group) => [
      `  if [[ "$command" == ${quoted(group)} ]]; then`,
      `    (( CURRENT == 3 )) && { compadd -- ${secondWords(all, group).map(quoted).join(' ')}; return }`,
      '    command="$command ${words[3]}"',
      '  fi',
    ]),
    '  case "$command" in',
    ...all.map(({ words, flags, values }) => {
      const rest = values.length > 0 ? `:value:(${values.join(' ')})` : ':file:_files';
      const specs = [...Object.entries(flags).map(zshFlag), quoted(`*${rest}`)];
      return `    ${quoted(words.join(' '))}) _arguments ${specs.join(' ')} ;;`;
    }),
    '  esac',
    '}',
    'compdef _scangate scangate',
  ].join('\n');

const fishFlags = ({ words, flags, values }: Completed): string[] => {
  const [first = '', second] = words;
  const isHere = `__fish_seen_subcommand_from ${first}${second === undefined ? '' : `; and __fish_seen_subcommand_from ${second}`}`;
  const lines = Object.entries(flags).map(([name, { value, summary, choices, takesFile }]) => {
    const argument = value === undefined ? '' : ` -r${takesFile ? ' -F' : ' -f'}`;
    const given = choices ? ` -a ${quoted(choices.join(' '))}` : '';
    return `complete -c scangate -n ${quoted(isHere)} -l ${name}${argument}${given} -d ${quoted(summary)}`;
  });
  const own =
    values.length > 0 ? [`complete -c scangate -n ${quoted(isHere)} -f -a ${quoted(values.join(' '))}`] : [];
  return [...lines, ...own];
};

const fish = (all: readonly Completed[]): string =>
  [
    ...firstWords(all).map((first) => {
      const summary = all.find(({ words }) => words[0] === first)?.summary ?? '';
      return `complete -c scangate -n __fish_use_subcommand -f -a ${first} -d ${quoted(summary)}`;
    }),
    ...groupsOf(all).map(
      (group) =>
        `complete -c scangate -n ${quoted(`__fish_seen_subcommand_from ${group}`)} -f -a ${quoted(secondWords(all, group).join(' '))}`,
    ),
    ...all.flatMap(fishFlags),
  ].join('\n');

const pwshText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const pwshList = (texts: readonly string[]): string => `@(${texts.map(pwshText).join(', ')})`;

const pwsh = (all: readonly Completed[]): string =>
  [
    'Register-ArgumentCompleter -Native -CommandName scangate -ScriptBlock {',
    '  param($word, $ast, $position)',
    '  $flags = @{',
    ...all.map(
      ({ words, flags, values }) =>
        `    ${pwshText(words.join(' '))} = ${pwshList([...Object.keys(flags).map((name) => `--${name}`), ...values])}`,
    ),
    ...groupsOf(all).map((group) => `    ${pwshText(group)} = ${pwshList(secondWords(all, group))}`),
    '  }',
    '  $choices = @{',
    ...choiceCases(all).map(([flag, values]) => `    ${pwshText(flag)} = ${pwshList(values.split(' '))}`),
    '  }',
    '  $given = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" } | Where-Object { $_ -ne $word })',
    `  $offered = ${pwshList(firstWords(all))}`,
    '  if ($given.Count -gt 0) {',
    '    $two = ($given | Select-Object -First 2) -join " "',
    '    $offered = if ($choices.ContainsKey($given[-1])) { $choices[$given[-1]] } elseif ($flags.ContainsKey($two)) { $flags[$two] } else { $flags[$given[0]] }',
    '  }',
    '  $offered | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }',
    '}',
  ].join('\n');

const writers: Readonly<Record<Shell, (all: readonly Completed[]) => string>> = { bash, zsh, fish, pwsh };

/** Writes the shell script that completes the commands of the table. */
export const completionScript = (shell: Shell, commands: readonly AnyCommand[]): string =>
  `${writers[shell](completed(commands))}\n`;
