import { choiceFlag, switchFlag } from '../arguments/flags.ts';
import { ciHosts } from '../ci/ci-context.ts';
import { defineCommand } from './command.ts';

export const initFlags = {
  ci: choiceFlag('HOST', ciHosts, 'the CI, else that of the files and of origin'),
  force: switchFlag('overwrite the pipeline file'),
} as const;

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Writes the pipeline file that gates each change.',
  positionals: [],
  flags: initFlags,
  notes: [
    `The CIs are ${ciHosts.join(', ')}.`,
    'It prints the trust rule that spares the CI jobs a stored token, and changes nothing in the service. The organization is --organization, SCANGATE_ORGANIZATION or that of the credential.',
  ],
  example: 'scangate init --ci github',
  run: async (context) => {
    const { init } = await import('../init/init.ts');
    return init(context);
  },
});
