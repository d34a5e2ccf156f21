import type { BodyOfResponse } from '@scangate/client';
import type { CommandContext } from '../commands/command.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { columnTable, type Column } from '../output/column-table.ts';
import { printableJson } from '../output/terminal.ts';
import { connect } from '../settings/connection.ts';

type Rules = BodyOfResponse<'get-rules', 200>['rules'];

const columns: readonly Column[] = [
  { title: 'RULE', keeps: 'start', leastColumns: 0 },
  { title: 'SEVERITY', keeps: 'start', leastColumns: 0 },
  { title: 'LOOKS AT', keeps: 'start', leastColumns: 60 },
  { title: 'TITLE', keeps: 'start', leastColumns: 0, shrinksTo: 12 },
];

/** Shows rules as a table. */
export const rulesTable = (rules: Rules, width: number | undefined): string => {
  if (rules.length === 0) return 'The organization has no custom rules.';
  const rows = rules.map((rule) => [
    `custom/${rule.id}`,
    rule.severity,
    rule.kind === 'secret' ? 'secrets' : rule.language,
    rule.title,
  ]);
  return columnTable(rows, { columns, width });
};

/** `rules list`: lists the current rules. @throws CliFailure */
export const listRules = async (context: CommandContext): Promise<ExitCode> => {
  const { flags, terminal, interrupted: signal } = context;
  const { client } = await connect(context);
  const { body } = await client.call('get-rules', { signal });
  const text = flags.json ? printableJson({ rules: body.rules }) : rulesTable(body.rules, terminal.columns);
  terminal.out(`${text}\n`);
  return exitCodes.pass;
};
