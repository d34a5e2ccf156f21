import { parseArgs } from 'node:util';
import { CliFailure, exitCodes, describeFailure } from './exit-codes.ts';
import type { AdvisoryReport } from './advisory-report.ts';
import { failingAsBadInput } from './scan-arguments.ts';
import { printable, table, type Terminal } from './output/terminal.ts';

const advisoriesHelp = `Imports vulnerability data into the local service, whether it runs or not.

  npm run advisories -- import <directory, .zip, .json, .jsonl or .jsonl.gz of OSV records> [--merge]

A .csv or .csv.gz of EPSS scores, or CISA's known_exploited_vulnerabilities.json, adds to the imported advisories:
findings then show how likely an attack is, and whether it is known. A feed of NVD (nvdcve-2.0-2024.json.gz and so on),
alone or in a directory, gives advisories without a severity the one of their CVE, as OSV records of CVEs do. A folder of
license tables, as lib/adapters/osv/licenses/data, replaces the license data.

  --merge   adds to the imported advisories, and the newer of two records with one id wins; without it the
            ecosystems of the source are replaced. Other ecosystems are never changed.
  --help

OSV gives one archive per ecosystem: https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip, and so on. NVD
gives one feed per year: https://nvd.nist.gov/feeds/json/cve/2.0/nvdcve-2.0-2024.json.gz, and so on.
The data goes to $SCANGATE_DATA (default .scangate). A running service uses it from its next scan on.

Exit codes: 0 imported, 1 nothing was imported and nothing has changed, 6 bad input.
`;

export interface AdvisoriesDependencies {
  terminal: Terminal;
  /** Imports into the data folder of the local service. */
  importInto: (
    source: string,
    mode: 'replace' | 'merge',
    onProgress: (advisories: number) => void,
  ) => Promise<AdvisoryReport & { place: string }>;
}

interface ImportArguments {
  source: string;
  mode: 'replace' | 'merge';
}

const parseImportArguments = (args: readonly string[]): ImportArguments | undefined => {
  const options = { merge: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = failingAsBadInput(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  if (values.help) return undefined;
  const [command, source, ...more] = positionals;
  if (command !== 'import' || !source || more.length > 0) {
    throw new CliFailure(exitCodes.badInput, 'Usage: import <source>. See --help.');
  }
  return { source, mode: values.merge ? 'merge' : 'replace' };
};

const reportText = (report: AdvisoryReport & { place: string }): string => {
  const { snapshotId, shards, records, place, signals, ratings, licenses, unrated = 0 } = report;
  if (licenses)
    return `The licenses of ${licenses.packages} packages of ${licenses.day} are in ${place} now.\n`;
  const rated = ratings
    ? `${ratings.rated} advisories got a severity from ${ratings.records} ratings of NVD.`
    : undefined;
  if (rated !== undefined && shards.length === 0) return `${rated}\n`;
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
    ...(rated === undefined ? [] : [rated]),
    ...(unrated > 0 ? [`Without a severity: ${unrated}.`] : []),
    `Left out: ${withdrawn} withdrawn, ${irrelevant} of other ecosystems${commits}, ${bad} that cannot be read.`,
    '',
  ].join('\n');
};

/** `npm run advisories`: imports vulnerability data. @returns the exit code. */
export const advisories = async (
  args: readonly string[],
  dependencies: AdvisoriesDependencies,
): Promise<number> => {
  const { terminal } = dependencies;
  try {
    const parsed = parseImportArguments(args);
    if (!parsed) {
      terminal.out(advisoriesHelp);
      return 0;
    }
    const report = await dependencies.importInto(parsed.source, parsed.mode, (count) =>
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
