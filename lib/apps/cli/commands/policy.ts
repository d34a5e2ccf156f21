import { numberFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const policyCheckFlags = {
  days: numberFlag('N', { least: 1, most: 30 }, 'the scans of the last days (30)'),
} as const;

export const policyCheckCommand = defineCommand({
  name: 'policy check',
  summary: 'Shows which verdicts a change of the gate would flip.',
  positionals: [{ name: 'FILE', isRequired: true }],
  flags: policyCheckFlags,
  notes: [
    'FILE is JSON or YAML, with the fields of PATCH /v1/organization/gate that would change. Nothing is changed, and flips do not affect the exit code.',
  ],
  example: 'scangate policy check gate.yaml --days 7',
  run: async (context) => {
    const { checkPolicy } = await import('../policy/check-policy.ts');
    return checkPolicy(context);
  },
});

export const rulesCheckFlags = {
  scans: numberFlag('N', { least: 1, most: 5 }, 'the number of newest scans (3)'),
} as const;

const file = [{ name: 'FILE', isRequired: true }] as const;

/** The commands for the rules of an organization. */
export const rulesCommands = [
  defineCommand({
    name: 'rules list',
    summary: "Lists the organization's custom rules.",
    positionals: [],
    flags: {},
    notes: ['With --json they have the format that the commands below read.'],
    example: 'scangate rules list --json > rules.json',
    run: async (context) => {
      const { listRules } = await import('../rules/list-rules.ts');
      return listRules(context);
    },
  }),
  defineCommand({
    name: 'rules check',
    summary: 'Tries custom rules on the newest scans.',
    positionals: file,
    flags: rulesCheckFlags,
    notes: [
      'FILE is JSON or YAML, with the body of PUT /v1/organization/rules. The rules are compiled, run on their examples, and then on the commits of the newest scans. Nothing is changed, and findings do not affect the exit code.',
    ],
    example: 'scangate rules check rules.yaml --scans 5',
    run: async (context) => {
      const { checkRules } = await import('../rules/check-rules.ts');
      return checkRules(context);
    },
  }),
  defineCommand({
    name: 'rules set',
    summary: "Replaces the organization's custom rules.",
    positionals: file,
    flags: {},
    notes: [
      'FILE contains all rules and replaces the current ones. It needs the credential of an owner or admin. Later scans use them.',
    ],
    example: 'scangate rules set rules.yaml',
    run: async (context) => {
      const { setRules } = await import('../rules/set-rules.ts');
      return setRules(context);
    },
  }),
] as const;
