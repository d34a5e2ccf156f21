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
    'It prints the trust rule by which the jobs of the CI need no stored token. Nothing is sent.',
  ],
  example: 'scangate init --ci github --organization 3f0c1f0e-8a0b-4c1e-9a57-2f4f8f6f3f10',
  run: async (context) => {
    const { init } = await import('../init/init.ts');
    return init(context);
  },
});
