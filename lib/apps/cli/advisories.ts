import { parseArgs } from 'node:util';
import { CliFailure, exitCodes, describeFailure } from './exit-codes.ts';
import type { AdvisoryReport } from './advisory-report.ts';
import { failingAsBadInput } from './scan-arguments.ts';
import { printable, table, type Terminal } from './terminal.ts';

const advisoriesHelp = `Imports vulnerability data into the local service, whether it runs or not.

  npm run advisories -- import <directory, .zip, .json, .jsonl or .jsonl.gz of OSV records> [--merge]

A .csv or .csv.gz of EPSS scores, or CISA's known_exploited_vulnerabilities.json, goes with the advisories there are:
findings then say how likely an attack is, and whether it is known.

  --merge   adds to what is there, the newer of two records of one id staying; without it the ecosystems in the
            source are replaced. Other ecosystems keep what they have either way.
  --help

OSV gives one archive per ecosystem: https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip, and so on.
The data goes to $SCANGATE_DATA (default .scangate). A running service uses it from its next scan on.

Exit codes: 0 imported, 1 nothing was imported and nothing has changed, 6 bad input.
`;

export interface AdvisoriesDependencies {
  terminal: Terminal;
  /** Imports into the local service's data. */
  importInto: (
    source: string,
    mode: 'replace' | 'merge',
    told: (advisories: number) => void,
  ) => Promise<AdvisoryReport & { place: string }>;
}

interface ImportOrder {
  source: string;
  mode: 'replace' | 'merge';
}

const readOrder = (args: readonly string[]): ImportOrder | undefined => {
  const options = { merge: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = failingAsBadInput(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  if (values.help) return undefined;
  const [command, source, ...more] = positionals;
  if (command !== 'import' || !source || more.length > 0) {
    throw new CliFailure(exitCodes.badInput, 'Say: import <source>. See --help.');
  }
  return { source, mode: values.merge ? 'merge' : 'replace' };
};

const reportText = (report: AdvisoryReport & { place: string }): string => {
  const { snapshotId, shards, records, place, signals } = report;
  if (signals) {
    const what = signals.kind === 'epss' ? 'EPSS scores' : 'known exploited vulnerabilities';
    return `${signals.records} ${what} are in ${place} now (snapshot ${snapshotId ?? 'none'}).\n`;
  }
  const total = shards.reduce((sum, shard) => sum + shard.records, 0);
  const { withdrawn, irrelevant, commitsOnly = 0, bad } = records;
  const commits = commitsOnly > 0 ? ` (${commitsOnly} name commits, not versions)` : '';
  return [
    `${total} advisories are in ${place} now, of these ecosystems (snapshot ${snapshotId ?? 'none'}):`,
    table(shards.map((shard) => [`  ${shard.ecosystem}`, String(shard.records)])),
    `Left out: ${withdrawn} withdrawn, ${irrelevant} of other ecosystems${commits}, ${bad} that cannot be read.`,
    '',
  ].join('\n');
};

/** `npm run advisories`. @returns how to end. */
export const advisories = async (args: readonly string[], parts: AdvisoriesDependencies): Promise<number> => {
  const { terminal } = parts;
  try {
    const order = readOrder(args);
    if (!order) {
      terminal.out(advisoriesHelp);
      return 0;
    }
    const report = await parts.importInto(order.source, order.mode, (count) =>
      terminal.log(`… ${count} advisories`),
    );
    for (const { name, reason } of report.badRecords) {
      terminal.log(`Not read: ${printable(name)}: ${printable(reason)}`);
    }
    if (!report.switched) {
      terminal.log(`Nothing was imported: ${report.failure ?? 'there is nothing to read'}.`);
      return 1;
    }
    terminal.out(reportText(report));
    return 0;
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    terminal.log(message);
    return exitCode === exitCodes.badInput ? exitCode : 1;
  }
};
