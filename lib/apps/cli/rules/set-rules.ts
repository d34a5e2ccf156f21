import type { ArgumentsOf } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printableJson } from '../output/terminal.ts';
import { readPolicyFile } from '../policy/read-policy-file.ts';
import { connect } from '../settings/connection.ts';
import { rulesTable } from './list-rules.ts';

type RulesChange = ArgumentsOf<'change-rules'>[0]['body'];

/** `rules set`: replaces the current rules by those of a file. @throws CliFailure */
export const setRules = async (context: CommandContext): Promise<ExitCode> => {
  const { flags, terminal, files, interrupted: signal } = context;
  const [file = ''] = context.positionals;
  // The service validates the rules, and reports those that it refuses.
  const body = readPolicyFile(
    file,
    await files.read(file),
    'the file must be an object with the list "rules".',
  ) as RulesChange;
  const { client } = await connect(context);
  const { headers } = await client.call('get-rules', { signal });
  const changed = await client.call('change-rules', {
    headers: { 'If-Match': headers.get('ETag') ?? '' },
    body,
    signal,
  });
  const { rules } = changed.body;
  terminal.out(`${flags.json ? printableJson(changed.body) : rulesTable(rules, terminal.columns)}\n`);
  return exitCodes.pass;
};
