import { shells } from '../arguments/completion.ts';
import { badFlag } from '../arguments/flags.ts';
import { suggestion } from '../arguments/suggest.ts';
import { exitCodes } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';
import { defineCommand } from './command.ts';

export const completionCommand = defineCommand({
  name: 'completion',
  summary: 'Prints the completion script for a shell.',
  positionals: [{ name: 'SHELL', isRequired: true, choices: shells }],
  flags: {},
  notes: [`SHELL is one of ${shells.join(', ')}.`],
  example: 'source <(scangate completion bash)',
  run: async ({ positionals: [given = ''], terminal }) => {
    const shell = shells.find((one) => one === given);
    if (shell === undefined)
      throw badFlag(
        `completion knows ${shells.join(', ')}, but not ${printable(given).slice(0, 40)}.${suggestion(given, shells)}`,
      );
    const { commands } = await import('./index.ts');
    const { completionScript } = await import('../arguments/completion.ts');
    terminal.out(completionScript(shell, commands));
    return exitCodes.pass;
  },
});
