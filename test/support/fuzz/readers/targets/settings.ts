import { stringify } from 'yaml';
import * as z from 'zod';
import { CliFailure } from '@scangate/cli/exit-codes';
import { readPolicyFile } from '@scangate/cli/policy/read-policy-file';
import { readFileSettings } from '@scangate/cli/settings/read-file-settings';
import { Problem } from '@scangate/domain/problem';
import { customRules, customRulesToTry } from '#contract/schemas/rules/custom-rules.ts';
import { readYaml } from '#contract/yaml/read-yaml.ts';
import { jsonFlaws, type ReaderTarget } from '../reader-target.ts';

/** The first example of the documentation of a schema. */
const exampleOf = (schema: z.ZodType): unknown => (schema.meta()?.['examples'] as unknown[] | undefined)?.[0];

const yamlOf = (values: readonly unknown[]): Buffer[] =>
  values.flatMap((value) => [Buffer.from(stringify(value)), Buffer.from(JSON.stringify(value))]);

/** The bodies of `change-rules` and `simulate-rules`, which take the YAML of what they take as JSON. */
const ruleBodies: ReaderTarget = {
  name: 'YAML of rules',
  samples: yamlOf([exampleOf(customRules), exampleOf(customRulesToTry)]),
  isRefusal: (error) => error instanceof Problem,
  read: (bytes) => {
    const body = readYaml(bytes.toString('utf8'));
    customRules.safeParse(body);
    customRulesToTry.safeParse(body);
    const again: unknown = JSON.parse(JSON.stringify(body));
    return JSON.stringify(again) === JSON.stringify(body) ? [] : ['the body is not what its JSON is'];
  },
};

const policies = [
  { failOn: { severity: 'high' }, licenses: { deny: ['GPL-3.0-only'] }, maxAgeDays: 30 },
  exampleOf(customRules),
];

const isCliFailure = (error: unknown): boolean => error instanceof CliFailure;

/** Policies and rules as the command line reads them. */
const policyFiles: ReaderTarget = {
  name: 'policy files of the command line',
  samples: [...yamlOf(policies), Buffer.from('# why\nfailOn: &a {severity: high}\nother: *a\n')],
  isRefusal: isCliFailure,
  read: (bytes) => jsonFlaws(readPolicyFile('policy.yaml', bytes)),
};

const settings = {
  timeoutSeconds: 600,
  color: 'never',
  failOn: 'findings',
  reports: [{ format: 'sarif', output: 'report.sarif' }],
};

const settingsFiles: ReaderTarget = {
  name: 'settings files of the command line',
  samples: [...yamlOf([settings]), Buffer.from('# only comments\n')],
  isRefusal: isCliFailure,
  read: (bytes) => {
    const read = readFileSettings(bytes.toString('utf8'));
    const outside = read.reports?.find(({ output }) => /^\/|\.\./.test(output));
    return outside ? [`a report is outside: ${outside.output}`] : jsonFlaws(read);
  },
};

export const settingsTargets: readonly ReaderTarget[] = [ruleBodies, policyFiles, settingsFiles];
