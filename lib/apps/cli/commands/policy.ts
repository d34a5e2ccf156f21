import { numberFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const policyCheckFlags = {
  days: numberFlag('N', { least: 1, most: 30 }, 'the scans of the last days (30)'),
} as const;

export const policyCheckCommand = defineCommand({
  name: 'policy check',
  summary: 'Tells which verdicts a change of the gate would flip.',
  positionals: [{ name: 'FILE', isRequired: true }],
  flags: policyCheckFlags,
  notes: [
    'FILE is JSON or YAML, with the fields of PATCH /v1/organization/gate that would change. Nothing changes, and no flip changes the exit code.',
  ],
  example: 'scangate policy check gate.yaml --days 7',
  run: async (context) => {
    const { checkPolicy } = await import('../policy/check-policy.ts');
    return checkPolicy(context);
  },
});
