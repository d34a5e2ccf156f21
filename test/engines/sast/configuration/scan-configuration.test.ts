import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configurationKinds } from '@scangate/engines/sast/configuration/configuration-kind';
import { scanConfiguration } from '@scangate/engines/sast/configuration/scan-configuration';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { processorMs } from '#test/support/processor-time.ts';
import { scanCode, unitOf, weaknessesIn } from '../scan-code.ts';

const privileged =
  'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - name: a\n      securityContext: {privileged: true}\n';
const kindsOf = (contents: Record<string, string>) => [...configurationKinds(unitOf(contents)).values()];

describe('a file is recognized', () => {
  test.each([
    ['.github/workflows/ci.yml', '', 'actions'],
    ['.github/workflows/a/ci.yml', '', undefined],
    ['deploy/action.yaml', '', 'actions'],
    ['.gitlab-ci.yml', '', 'gitlab'],
    ['ci/build.gitlab-ci.yml', '', 'gitlab'],
    ['Dockerfile', '', 'dockerfile'],
    ['a/Dockerfile.prod', '', 'dockerfile'],
    ['a/web.Dockerfile', '', 'dockerfile'],
    ['Containerfile', '', 'dockerfile'],
    ['Dockerfile.j2', '', undefined],
    ['Dockerfile.txt', '# syntax=docker/dockerfile:1\nARG A=1\nFROM debian:12 AS a\n', 'dockerfile'],
    ['Dockerfile.md', '# About\n```dockerfile\nFROM debian:12\n```\n', undefined],
    ['Dockerfile.md', 'From this file an image is built.\n', undefined],
    ['Dockerfile.py', 'from os import system\n', undefined],
    ['Dockerfile.go', 'FROM golang:1.24\n', 'dockerfile'],
    ['Dockerfile.pod.yaml', 'apiVersion: v1\nkind: Pod\n', 'kubernetes'],
    ['dockerfile_upload.php', '<?php\nFROM debian:12\n', undefined],
    ['Dockerfile.dockerignore', '', undefined],
    ['main.tf', '', 'terraform'],
    ['main.tf.json', '{}', 'terraform'],
    ['main.tofu', '', 'terraform'],
    ['main.TOFU.json', '{}', 'terraform'],
    ['a.yaml', 'apiVersion: v1\nkind: Pod\n', 'kubernetes'],
    ['a.yaml', 'kind: of\n', undefined],
    ['a.template', 'Resources:\n  A: {Type: AWS::SNS::Topic}\n', 'cloudformation'],
    ['a.json', '{"Resources": {"A": {"Type": "AWS::SNS::Topic"}}}', 'cloudformation'],
    ['package.json', '{"name": "a"}', undefined],
    ['a.ts', 'apiVersion kind Resources AWS::', undefined],
  ])('%s by its name or its words: %#', (path, text, kind) => {
    expect(kindsOf({ [path]: text })).toEqual(kind === undefined ? [] : [kind]);
  });

  test('once, with each file of documents read once', () => {
    const reads: string[] = [];
    const { entries, read } = unitOf({ 'a.yaml': privileged, 'a.ts': '', 'main.tf': '' });
    const files: SourceFiles = { entries, read: (path) => (reads.push(path), read(path)) };
    configurationKinds(files);
    configurationKinds(files);
    expect(reads).toEqual(['a.yaml']);
  });
});

describe('lines end where they end for the tools that read YAML 1.1', () => {
  const olderBreaks = ['\u0085', '\u2028', '\u2029'];
  const workflow = 'on: issues\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n';

  test.each(olderBreaks)('a manifest, a template and a workflow hide nothing behind %j', (end) => {
    const pod = privileged.replace('      securityContext', `      # c${end}      securityContext`);
    const group =
      `Resources:\n  A:\n    Type: AWS::EC2::SecurityGroup\n    Properties:\n      # c${end}      SecurityGroupIngress: ` +
      '[{IpProtocol: tcp, FromPort: 22, ToPort: 22, CidrIp: 0.0.0.0/0}]\n';
    const step = `${workflow}      # c${end}      - run: echo "\${{ github.event.issue.title }}"\n`;
    const found = weaknessesIn({ 'a.yaml': pod, 'b.yaml': group, '.github/workflows/a.yml': step });
    const places = found.map(({ rule, line }) => `${rule} ${line}`);
    expect(places).toEqual(
      expect.arrayContaining(['k8s-privileged 6', 'cfn-open-ingress 5', 'gha-script-injection 6']),
    );
  });

  test.each(olderBreaks)('%j within quotes is no problem, and in a script it is a gap', (end) => {
    const quoted = scanCode(
      unitOf({ 'a.json': `{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"b${end}c"}}` }),
    );
    expect(quoted.coverage).toMatchObject({ status: 'assessed', gaps: [] });
    const step = `${workflow}      - run: |\n          echo a${end}b\n`;
    const { coverage } = scanCode(unitOf({ '.github/workflows/a.yml': step }));
    expect(coverage.gaps).toEqual([expect.objectContaining({ reason: 'it is not valid YAML: not scanned' })]);
  });
});

test('a manifest in UTF-16, and a patch with nothing but an init container, are scanned', () => {
  const utf16 = Buffer.from(`\uFEFF${privileged}`, 'utf16le');
  expect(weaknessesIn({ 'a.yaml': utf16 }).map(({ rule }) => rule)).toContain('k8s-privileged');
  const patch = privileged.replace('containers', 'initContainers');
  expect(weaknessesIn({ 'a.yaml': patch }).map(({ rule }) => rule)).toContain('k8s-privileged');
});

test('the resources that a loop of a template repeats are scanned', () => {
  const group = 'Type: AWS::EC2::SecurityGroup\n        Properties:\n          SecurityGroupIngress: ';
  const text = `Resources:\n  Fn::ForEach::A:\n    - I\n    - [a, b]\n    - G\${I}:\n        ${group}{IpProtocol: "-1", CidrIp: 0.0.0.0/0}\n`;
  expect(weaknessesIn({ 'a.yaml': text }).map(({ rule }) => rule)).toContain('cfn-open-ingress');
});

test('loops of loops that share their parts are visited once each', () => {
  const loop = (at: number, inner: string): string =>
    `{${Array.from({ length: 50 }, (_, index) => `Fn::ForEach::L${at}x${index}: [I, [a], ${inner}]`).join(', ')}}`;
  const anchors = Array.from({ length: 5 }, (_, at) => `a${at + 1}: &a${at + 1} ${loop(at, `*a${at}`)}\n`);
  const text = `a0: &a0 {A: {Type: AWS::EC2::SecurityGroupIngress, Properties: {IpProtocol: "-1", CidrIp: 0.0.0.0/0}}}\n${anchors.join('')}Resources: ${loop(5, '*a5')}\n`;
  expect(weaknessesIn({ 'a.yaml': text }).map(({ rule }) => rule)).toEqual(['cfn-open-ingress']);
});

describe('findings of configuration are like those of code', () => {
  test('comments and ignore files suppress them, with their reason', () => {
    const allowed = privileged.replace(
      '      securityContext',
      '      # scangate:allow k8s-privileged the driver needs it\n      securityContext',
    );
    const inComment = scanCode(unitOf({ 'a.yaml': allowed })).findings;
    const inFile = scanCode(
      unitOf({
        'a.yaml': privileged,
        '.scangateignore': 'sast:k8s-privileged a.yaml\n',
      }),
    ).findings;
    for (const findings of [inComment, inFile])
      expect(findings.find((each) => each.kind === 'code' && each.rule === 'k8s-privileged')).toHaveProperty(
        'suppressed',
      );
  });

  test('a finding keeps its fingerprint when lines move, and when a version is raised', () => {
    const of = (text: string) => weaknessesIn({ '.github/workflows/a.yml': text })[0]?.fingerprint;
    const workflow = 'permissions: {}\non: push\njobs:\n  a:\n    steps:\n      - uses: acme/a@v1\n';
    expect(of(workflow)).toBeDefined();
    expect(of(`# moved\n${workflow.replace('@v1', '@v2')}`)).toBe(of(workflow));
    expect(of(workflow.replace('acme/a', 'acme/b'))).not.toBe(of(workflow));
  });

  test('equal weaknesses of two resources are two findings', () => {
    const bucket = (name: string) => `resource "aws_s3_bucket" "${name}" {\n  acl = "public-read"\n}\n`;
    const [first, second] = weaknessesIn({ 'main.tf': bucket('a') + bucket('b') });
    const [only] = weaknessesIn({ 'main.tf': bucket('b') });
    expect(second?.fingerprint).toBe(only?.fingerprint);
    expect(first?.fingerprint).not.toBe(only?.fingerprint);
  });

  test('a weakness of all containers of a pod is found once', () => {
    const pod =
      'apiVersion: v1\nkind: Pod\nspec:\n  securityContext: {runAsUser: 0}\n  containers: [{name: a}, {name: b}]\n';
    expect(weaknessesIn({ 'a.yaml': pod }).map(({ rule }) => rule)).toEqual(['k8s-root-user']);
  });

  test('a place within a condition of a chart is for auditors', () => {
    const chart =
      'apiVersion: v1\nkind: Pod\nspec:\n  {{- if .Values.host }}\n  hostPID: true\n  {{- end }}\n  hostIPC: true\n  containers: []\n';
    expect(
      weaknessesIn({ 'templates/a.yaml': chart }).map(({ line, confidence }) => [line, confidence]),
    ).toEqual([
      [5, 'low'],
      [7, undefined],
    ]);
  });
});

describe('coverage reports', () => {
  const coverageOf = (contents: Record<string, string | Uint8Array>) => scanCode(unitOf(contents)).coverage;

  test('files that were read, and counts a file that only looked like configuration as nothing to assess', () => {
    expect(coverageOf({ 'a.yaml': privileged })).toMatchObject({ status: 'assessed', assessed: 1, gaps: [] });
    const settings = 'about: apiVersion and kind\n';
    expect(coverageOf({ 'a.yaml': settings })).toMatchObject({ status: 'unassessed', nothingToAssess: true });
  });

  test.each([
    ['a.yaml', `${privileged}  - broken`, 'it is not valid YAML: not scanned'],
    ['main.tf', 'resource "a" {', 'it is not valid HCL: not scanned'],
    [
      '.github/workflows/a.yml',
      `${'['.repeat(500)}${']'.repeat(500)}`,
      'it is nested too deeply: not scanned',
    ],
    ['a.yaml', `${privileged}kind: Pod\n`, 'a key occurs twice: the last one was scanned'],
    ['Dockerfile', `FROM a\n#${'x'.repeat(1024 * 1024)}`, 'over 1 MB: not scanned'],
    ['a.yaml', `${privileged}#${'x'.repeat(1024 * 1024)}`, 'over 1 MB: not scanned'],
    ['main.tf', Uint8Array.from([0, 1, 2, 3, 0, 0, 255, 254, 0, 7]), 'binary: not scanned'],
  ])('the gap of %s: %#', (file, content, reason) => {
    const { status, gaps } = coverageOf({ [file]: content, 'b.yaml': privileged });
    expect(status).toBe('partial');
    expect(gaps).toContainEqual({ reason, file, count: 1 });
  });

  test('the step limit for files that only look like configuration', () => {
    const lookalike = `about: apiVersion and kind\n${'# '.repeat(500_000)}`;
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`a${index}.yaml`, lookalike]));
    const { gaps } = coverageOf({ ...many, 'b.yaml': privileged });
    expect(gaps).toContainEqual(
      expect.objectContaining({ reason: 'step limit of the unit reached: not scanned' }),
    );
  });

  test('a duplicate key hides nothing: the effective value is found', () => {
    const twice = privileged.replace('{privileged: true}', '{privileged: false, privileged: true}');
    expect(weaknessesIn({ 'a.yaml': twice }).map(({ rule }) => rule)).toContain('k8s-privileged');
  });
});

test('damaged files of every kind are read or reported, and cost no steps beyond their length', () => {
  const samples = {
    actions: 'on: push\njobs:\n  a:\n    steps:\n      - run: echo ${{ github.head_ref }}\n',
    gitlab: 'a:\n  script:\n    - eval "$CI_COMMIT_TITLE"\n',
    dockerfile: 'FROM a:1 AS b\nRUN <<E\ncurl x | sh\nE\nUSER root\n',
    terraform:
      'resource "aws_iam_policy" "a" {\n  policy = jsonencode({ Statement = [{ Effect = "Allow" }] })\n}\n',
    cloudformation:
      'Resources:\n  A:\n    Type: AWS::S3::Bucket\n    Properties: {AccessControl: PublicRead}\n',
    kubernetes: privileged,
  } as const;
  const kinds = Object.keys(samples) as (keyof typeof samples)[];
  const edit = fc.record({
    at: fc.nat(200),
    cut: fc.nat(20),
    put: fc.string({ unit: 'binary', maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.array(edit, { maxLength: 4 }), (kind, edits) => {
      const text = edits.reduce(
        (each, { at, cut, put }) => each.slice(0, at) + put + each.slice(at + cut),
        samples[kind] as string,
      );
      for (const { at, rule } of scanConfiguration(text, kind).hits ?? []) {
        expect(at.place.line).toBeLessThanOrEqual(text.split('\n').length);
        expect(rule.id).toMatch(/^[a-z0-9]+-/);
      }
      expect(scanConfiguration(text, kind).steps).toBeLessThanOrEqual(4 * text.length);
    }),
  );
});

test('expressions of a workflow whose quotes never balance take linear time', () => {
  const run = `        ${"${{ ' }} '".repeat(100_000)}`;
  const text = `on: push\njobs:\n  a:\n    steps:\n      - run: |\n${run}\n`;
  const started = processorMs();
  weaknessesIn({ '.github/workflows/a.yml': text });
  expect(processorMs() - started).toBeLessThan(20_000);
});

test('a condition of a workflow that is compared any number of times is scanned', () => {
  const condition = `(github.actor == 'dependabot[bot]')${' == true'.repeat(20_000)}`;
  const text = `on: pull_request_target\njobs:\n  a:\n    steps:\n      - if: ${condition}\n        run: make\n`;
  const rules = scanConfiguration(text, 'actions').hits?.map(({ rule }) => rule.id);
  expect(rules).toContain('gha-spoofable-actor');
});
