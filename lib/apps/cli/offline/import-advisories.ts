import type { advisoriesFlags } from '../commands/advisories.ts';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, describeFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable, table } from '../output/terminal.ts';
import type { AdvisoryReport } from './advisory-report.ts';
import type { OfflineServices } from './offline-services.ts';

const reportText = (report: AdvisoryReport & { place: string }): string => {
  const { snapshotId, shards, records, place, signals, ratings, licenses, poms, unrated = 0 } = report;
  if (poms !== undefined)
    return `${poms} POMs are in ${place} now; Maven and Gradle builds are resolved with them. ${records.bad} could not be read.\n`;
  if (licenses)
    return `The licenses of ${licenses.packages} packages of ${licenses.day} are in ${place} now.\n`;
  const rated = ratings
    ? `${ratings.rated} advisories got a severity from ${ratings.records} NVD ratings.`
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

/** `advisories import`: imports vulnerability data for scans on this machine. @throws CliFailure */
export const importAdvisories = async (
  { flags, positionals: [source = ''], terminal }: CommandContext<typeof advisoriesFlags>,
  { importInto }: Pick<OfflineServices, 'importInto'>,
): Promise<ExitCode> => {
  const report = await importInto(
    source,
    { mode: flags.merge ? 'merge' : 'replace', bucket: flags.bucket },
    (count) => terminal.log(`… ${count} records`),
  ).catch((error: unknown) => {
    throw new CliFailure(exitCodes.fail, describeFailure(error).message, 'nothing_imported');
  });
  for (const { name, reason } of report.badRecords) {
    terminal.log(`Not read: ${printable(name)}: ${printable(reason)}`);
  }
  if (!report.switched)
    throw new CliFailure(
      exitCodes.fail,
      `Nothing was imported: ${report.failure ?? 'there is nothing to read'}.`,
      'nothing_imported',
    );
  terminal.out(reportText(report));
  return exitCodes.pass;
};
