import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completionScript } from '@scangate/cli/arguments/completion';
import { choiceFlag, fileFlag, switchFlag } from '@scangate/cli/arguments/flags';
import { defineCommand } from '@scangate/cli/commands/command';

/** The shells that few machines have; bash runs in every test. */
export const rareShells = ['zsh', 'fish'] as const;
export type RareShell = (typeof rareShells)[number];

const run = () => Promise.reject(new Error('this command is only completed'));
const common = { positionals: [], example: 'scangate', run };

/** A table with everything that a shell may take wrong. */
const table = [
  defineCommand({
    ...common,
    name: 'scan',
    summary: 'Scans $HOME [and it\'s `all`]: "x".',
    flags: {
      gate: choiceFlag('WHICH', ['api', 'pull-request'], "the gate's [own]: $PATH `id`"),
      staged: switchFlag('what is staged'),
      lockfile: fileFlag('FILE', 'a lockfile'),
    },
  }),
  defineCommand({
    ...common,
    name: 'verify ledger',
    summary: 'Verifies.',
    flags: { statements: fileFlag('FILE', 's') },
  }),
  defineCommand({ ...common, name: 'verify proof', summary: 'Verifies.', flags: {} }),
  defineCommand({
    ...common,
    name: 'completion',
    summary: 'Completes.',
    positionals: [{ name: 'SHELL', isRequired: true, choices: ['bash', 'fish'] }],
    flags: {},
  }),
];

/** Lines as somebody has typed them, with what the last word becomes. */
export const expectedWords: Readonly<Record<string, string>> = {
  'scangate sc': 'scan',
  'scangate ver': 'verify',
  'scangate verify le': 'ledger',
  'scangate verify ledger --sta': '--statements',
  'scangate scan --ga': '--gate',
  'scangate scan --sta': '--staged',
  'scangate scan --gate p': 'pull-request',
  'scangate completion f': 'fish',
};

const scriptOf = (shell: RareShell): string => completionScript(shell, table);

export const digestOf = (shell: RareShell): string =>
  createHash('sha256').update(scriptOf(shell)).digest('hex');

/** Prints the one completion of each line. */
const fishProgram = (file: string): string =>
  [
    `source ${file}`,
    ...Object.keys(expectedWords).map((line) => `complete -C '${line}' | string split -f1 \\t`),
  ].join('\n');

/** Types each line and a tab in a terminal of its own, and prints the line then. */
const zshProgram = (file: string): string =>
  String.raw`
zmodload zsh/zpty
zpty inner zsh -f -i
await() { local seen; zpty -r -m inner seen "*$1*"; }
zpty -w inner 'PS1= PROMPT_EOL_MARK= TERM=dumb; autoload -Uz compinit; compinit -u -D; source ${file}
show() { print -r -- "<<$BUFFER>>"; BUFFER= }; zle -N show; bindkey "^Xs" show; print REA""DY'
await READY
for line in ${Object.keys(expectedWords)
    .map((line) => `'${line}'`)
    .join(' ')}; do
  zpty -w -n inner "$line"$'\t'$'\x18s'
  zpty -r -m inner seen '*>>*'
  print -r -- "\${\${\${seen##*<<}%%>>*}% }"
done
zpty -d inner`.replaceAll('\\$', '$');

const programs: Readonly<Record<RareShell, (file: string) => string>> = {
  fish: fishProgram,
  zsh: zshProgram,
};
const options: Readonly<Record<RareShell, string>> = { fish: '--no-config', zsh: '-f' };

/** Completes each line by the shell itself. @returns the last words; undefined where the shell is not installed */
export const wordsBy = (shell: RareShell): Record<string, string> | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-completion-'));
  try {
    const file = join(folder, 'completion');
    writeFileSync(file, scriptOf(shell));
    const { error, stdout, stderr } = spawnSync(shell, [options[shell], '-c', programs[shell](file)], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
      timeout: 20_000,
    });
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
    if (error || stderr !== '') throw new Error(`${shell} failed: ${stderr}`, { cause: error });
    const words = stdout.trim().split('\n');
    return Object.fromEntries(
      Object.keys(expectedWords).map((line, at) => [line, words[at]?.split(' ').at(-1) ?? '']),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
