import type { CommandContext } from '../commands/command.ts';

/** Returns the named organization: `--organization`, else SCANGATE_ORGANIZATION. */
export const organizationOf = ({
  flags,
  environment,
}: Pick<CommandContext, 'flags' | 'environment'>): string | undefined => {
  const variable = environment['SCANGATE_ORGANIZATION'] ?? '';
  return flags.organization ?? (variable === '' ? undefined : variable);
};
