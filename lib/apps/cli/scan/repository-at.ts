import { badFlag } from '../arguments/flags.ts';
import type { CiContext } from '../ci/ci-context.ts';
import { repositoryName } from '../ci/repository-name.ts';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';
import { originOf, type Clone } from './local-commit.ts';

/**
 * Returns the name of the repository: `--repository`, otherwise that of the CI, otherwise that of origin. A
 * committer controls the pipeline file, so a flag must not point the gate at another repository. @throws CliFailure
 */
export const repositoryAt = (
  { flags }: Pick<CommandContext, 'flags'>,
  clone: Clone,
  ci: CiContext | undefined,
): string => {
  const given = flags.repository;
  if (given !== undefined && ci?.repository !== undefined) {
    if (given.toLowerCase() !== ci.repository.toLowerCase())
      throw new CliFailure(
        exitCodes.badInput,
        `--repository is not the repository of this CI, ${printable(ci.repository)}.`,
        'other_repository',
      );
  }
  const name = given ?? ci?.repository ?? repositoryName(originOf(clone));
  if (name === undefined)
    throw badFlag('The name of the repository is unknown. Give --repository owner/repo.');
  return name;
};
