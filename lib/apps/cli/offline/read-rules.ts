import { Problem } from '@scangate/domain/problem';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';
import type { OfflineServices } from './offline-services.ts';

const bad = (file: string, detail: string): CliFailure =>
  new CliFailure(exitCodes.badInput, printable(`${file}: ${detail}`), 'rules_file');

/**
 * Reads the rules that a local scan runs in addition to those of the engines, from the file format of `rules set`.
 * They are compiled and run on their examples, as the service does before it accepts them.
 * @throws CliFailure
 */
export const readRules = async (
  file: string | undefined,
  { files }: Pick<CommandContext, 'files'>,
  { parseRules }: Pick<OfflineServices, 'parseRules'>,
): Promise<CustomRule[]> => {
  if (file === undefined) return [];
  const { readPolicyFile } = await import('../policy/read-policy-file.ts');
  const { requireFitRules } = await import('@scangate/domain/policy/change-custom-rules');
  const bytes = await files.read(file);
  const value = readPolicyFile(file, bytes, 'the file must be an object with the list "rules".');
  try {
    const rules = await parseRules(value);
    requireFitRules(rules);
    const { checkRules } = await import('@scangate/engines/custom-rules/check-rules');
    const [problem] = await checkRules(rules);
    if (problem) throw bad(file, problem.detail);
    return rules;
  } catch (error) {
    throw error instanceof Problem ? bad(file, error.message) : error;
  }
};
