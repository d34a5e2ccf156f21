import type { ItemOf } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import type { CommandContext } from '../commands/command.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { columnTable, type Column } from '../output/column-table.ts';
import { printableJson } from '../output/terminal.ts';
import { connect } from '../settings/connection.ts';

type Found = ItemOf<'find-components'>;

const columns: readonly Column[] = [
  { title: 'REPOSITORY', keeps: 'end', leastColumns: 0, shrinksTo: 12 },
  { title: 'UNIT', keeps: 'end', leastColumns: 70, shrinksTo: 8 },
  { title: 'VERSION', keeps: 'start', leastColumns: 0, shrinksTo: 8 },
  { title: 'SCOPE', keeps: 'start', leastColumns: 90 },
  { title: 'BY', keeps: 'end', leastColumns: 0, shrinksTo: 12 },
];

const rowsOf = ({ repository, path, uses }: Found): string[][] =>
  uses.map((use) => [
    repository,
    path === '' ? '.' : path,
    use.version ?? 'not pinned',
    use.scope,
    use.direct ? 'direct' : use.path.join(' > '),
  ]);

/** Parses a package URL. The service validates its name and version. @throws CliFailure */
const readPurl = (text = ''): string => {
  if (/^pkg:[a-z][a-z0-9.+-]*\/\S/i.test(text) && text.length <= 512) return text;
  throw badFlag('PURL is a package URL, such as pkg:npm/lodash or pkg:npm/lodash@4.17.20.');
};

/** `search`: shows which repositories use a package. @throws CliFailure */
export const search = async (context: CommandContext): Promise<ExitCode> => {
  const { flags, terminal, positionals, interrupted: signal } = context;
  const purl = readPurl(positionals[0]);
  const { client } = await connect(context);
  const found: Found[] = [];
  for await (const item of client.items('find-components', { query: { purl, limit: 100 }, signal }))
    found.push(item);
  if (flags.json) {
    terminal.out(`${printableJson({ purl, items: found })}\n`);
    return exitCodes.pass;
  }
  const cut = found.filter(({ truncated }) => truncated).length;
  const text =
    found.length === 0
      ? 'No scanned default branch uses it.'
      : columnTable(found.flatMap(rowsOf), { columns, width: terminal.columns });
  terminal.out(`${text}\n`);
  if (cut > 0) terminal.log(`${cut} project units have more uses than are listed.`);
  return exitCodes.pass;
};
