import type { CommandContext } from '../commands/command.ts';
import { CliFailure, describeFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import type { OfflineServices } from './offline-services.ts';

/** `advisories pack-poms`: packs the poms of a local repository for an import. @throws CliFailure */
export const writePomArchive = async (
  { positionals: [folder = '', archive = ''], terminal }: CommandContext,
  { writePomArchive: pack }: Pick<OfflineServices, 'writePomArchive'>,
): Promise<ExitCode> => {
  const { poms, leftOut } = await pack(folder, archive).catch((error: unknown) => {
    throw new CliFailure(exitCodes.fail, describeFailure(error).message, 'nothing_packed');
  });
  if (leftOut > 0) terminal.log(`Left out: ${leftOut} files that are not at the path of a POM.`);
  terminal.out(`${poms} POMs were packed into ${archive}.\n`);
  return exitCodes.pass;
};
