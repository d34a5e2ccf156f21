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

This page is made from the rules in \`lib/engines/sast\`; \`npx vitest run test/docs/rules.test.ts -u\` writes it. Findings marked
with (~) are of low confidence: they name a place for an auditor, and count only where the policy says so. A finding
explains its weakness and its remedy. [Engines](engines.md) says how much is found.

${groups.map(section).join('\n')}`;

test('the page of rules is that of the rules', async () => {
  expect(page).not.toContain('undefined');
  await expect(page).toMatchFileSnapshot('../../docs/rules.md');
});
