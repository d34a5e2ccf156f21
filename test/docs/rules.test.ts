import { expect, test } from 'vitest';
import type { ConfigurationRuleInfo } from '@scangate/engines/sast/configuration/configuration-rule';
import { configurationRules } from '@scangate/engines/sast/configuration/rules/index';
import { languageModels } from '@scangate/engines/sast/dialects';
import type { Rule } from '@scangate/engines/sast/rule';
import { templateRules } from '@scangate/engines/sast/templates/scan-template';
import { tableOf } from './markdown-table.ts';

type ShownRule = Pick<Rule | ConfigurationRuleInfo, 'id' | 'cwe' | 'severity' | 'confidence' | 'title'>;

const names: Readonly<Record<string, string>> = {
  javascript: 'JavaScript and TypeScript',
  python: 'Python',
  java: 'Java',
  go: 'Go',
  csharp: 'C#',
  rust: 'Rust',
  php: 'PHP',
  ruby: 'Ruby',
  gha: 'GitHub Actions',
  glci: 'GitLab CI',
  dockerfile: 'Dockerfiles',
  k8s: 'Kubernetes manifests and Helm charts',
  tf: 'Terraform',
  cfn: 'CloudFormation',
};

const groups: [string, readonly ShownRule[]][] = [
  ...Object.entries(languageModels).map(([language, { rules }]): [string, readonly ShownRule[]] => [
    language,
    rules,
  ]),
  ['templates', templateRules],
  ...Map.groupBy(configurationRules, ({ id }) => id.split('-')[0] ?? ''),
];

const section = ([name, rules]: [string, readonly ShownRule[]]): string => `## ${names[name] ?? 'Templates'}

${tableOf(
  ['Rule', 'CWE', 'Severity', 'Finds'],
  rules
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, cwe, severity, confidence, title }) => [
      `\`${id}\``,
      cwe,
      confidence ? `${severity} (~)` : severity,
      title,
    ]),
)}
`;

const page = `# Rules of code analysis

This page is generated from the rules in \`lib/engines/sast\` by \`npx vitest run test/docs/rules.test.ts -u\`. Rules marked
with (~) have low confidence: their findings point an auditor to a place, and count only if the policy says so. Each finding
explains the weakness and its remedy. [Engines](engines.md) has the detection rates.

${groups.map(section).join('\n')}`;

test('the page of rules is generated from the rules', async () => {
  expect(page).not.toContain('undefined');
  await expect(page).toMatchFileSnapshot('../../docs/rules.md');
});
