import type { BodyOfResponse } from '@scangate/client';
import { printable, type Terminal } from '../output/terminal.ts';
import { findingsList } from './findings-list.ts';

type Comparison = BodyOfResponse<'compare-scans', 200>;
type Side = Comparison['head'];
type Changed = Comparison['introduced'];

const shortHash = 12;

const sideText = (name: string, { scanId, commitHash, branch, verdict, reason }: Side): string => {
  const on = branch === undefined ? '' : ` (${branch})`;
  return printable(`${name}  ${commitHash.slice(0, shortHash)}${on}  ${verdict}: ${reason}  scan ${scanId}`);
};

const changedText = (
  [title, verb]: readonly [string, string],
  { total, failing, findings }: Changed,
  terminal: Pick<Terminal, 'columns'>,
): string => {
  const fails = failing > 0 ? `, ${failing} ${verb} the gate` : '';
  return [`${title}: ${total}${fails}`, ...findingsList(findings, total, terminal)].join('\n');
};

const whyText = ({ why }: Comparison): string[] =>
  why.map(({ reason, of, causes }) => {
    const named = causes.map(({ input, findings }) =>
      findings === 0 ? input : `${input} (${findings} finding${findings === 1 ? '' : 's'})`,
    );
    return printable(`  ${reason}, only of ${of}: ${named.join(', ') || 'no cause is known'}`);
  });

/** Describes a comparison for people. */
export const comparisonText = (comparison: Comparison, terminal: Pick<Terminal, 'columns'>): string => {
  const { base, head, introduced, fixed, unchanged, inputs } = comparison;
  const why = whyText(comparison);
  const changed = inputs.filter(({ equal }) => !equal).map(({ input }) => input);
  return [
    [sideText('BASE', base), sideText('HEAD', head)].join('\n'),
    changedText(['Introduced', 'fail'], introduced, terminal),
    changedText(['Fixed', 'failed'], fixed, terminal),
    `Unchanged: ${unchanged.total}${unchanged.failing > 0 ? `, ${unchanged.failing} fail the gate` : ''}`,
    ...(why.length > 0 ? [['Why the verdicts differ', ...why].join('\n')] : []),
    printable(`Changed inputs: ${changed.join(', ') || 'none'}`),
  ].join('\n\n');
};
