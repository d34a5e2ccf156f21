import { describe, expect, test } from 'vitest';
import { readFileSettings } from '@scangate/cli/settings/read-file-settings';

test('settings that a change may set for its own scan are read', () => {
  const text = [
    'timeoutSeconds: 600',
    'intervalSeconds: 2',
    'color: never',
    'failOn: high',
    'reports:',
    '  - { format: sarif, output: out/scan.sarif }',
  ].join('\n');
  expect(readFileSettings(text)).toEqual({
    timeoutSeconds: 600,
    intervalSeconds: 2,
    color: 'never',
    failOn: 'high',
    reports: [{ format: 'sarif', output: 'out/scan.sarif' }],
  });
  expect(readFileSettings('')).toEqual({});
  expect(readFileSettings('# nothing\n')).toEqual({});
});

describe('anything else is refused with its line and column', () => {
  test.each([
    ['failOn: high\nurl: https://other.example\n', '2:1', 'an address would get the token'],
    ['repository: acme/other', '1:1', 'another repository'],
    ['types: [secrets]', '1:1', 'would leave something out'],
    ['unit: services/api', '1:1', 'would leave something out'],
    ['threshold: low', '1:1', 'failOn makes it stricter'],
    ['gate: pull-request', '1:1', 'its own judgment'],
    ['token: abc', '1:1', 'a token must not be in a file'],
    ['timeout: 5', '1:1', 'timeout is unknown'],
    ['failon: low', '1:1', 'Did you mean failOn?'],
    ['__proto__: 1', '1:1', 'is unknown'],
    ['color: &a never\nfailOn: *a', '1:11', 'anchors and aliases'],
    ['a: &a [1]\nb: &b [*a, *a]\nc: [*b, *b]', '1:7', 'anchors and aliases'],
    ['color: never\ncolor: always', '2:1', 'duplicate key'],
    ['timeoutSeconds: 0', '1:17', 'from 1 to 86400'],
    ['timeoutSeconds: "5"', '1:17', 'from 1 to 86400'],
    ['intervalSeconds: [5]', '1:18', 'is one value'],
    ['failOn: none', '1:9', 'is one of critical'],
    ['- a', '1:1', 'is a mapping'],
    ['reports: sarif', '1:10', 'is a list'],
    ['reports:\n  - format: sarif', '2:5', 'a format and an output'],
    ['reports:\n  - { format: sarif, output: ../x }', '2:30', 'below the working directory'],
    ['reports:\n  - { format: sarif, output: /etc/x }', '2:30', 'below the working directory'],
    ['reports:\n  - { format: sarif, output: .git/config }', '2:30', 'below the working directory'],
    ['reports:\n  - { format: sarif, output: "-" }', '2:30', 'below the working directory'],
    // A report quotes names of the change, which a shell would run.
    ['reports:\n  - { format: markdown, output: .venv/bin/activate }', '2:33', 'no part of it is hidden'],
    ['reports:\n  - { format: markdown, output: venv/bin/activate }', '2:33', 'ends in .json'],
    ['reports:\n  - { format: markdown, output: .github/a.md }', '2:33', 'no part of it is hidden'],
    ['reports:\n  - { format: json, output: .git\u200c/a.json }', '2:29', 'no part of it is hidden'],
    ['reports:\n  - { format: json, output: GIT~1/a.json }', '2:29', 'no part of it is hidden'],
    ['reports:\n  - { format: json, output: "a. /b.json" }', '2:29', 'no part of it is hidden'],
    ['reports:\n  - { format: pdf, output: x }', '2:15', 'format is one of'],
    ['failOn: [', '1:10', 'this is not YAML'],
    ['failOn: !!js/function x', '1:9', 'this is not YAML'],
    ['failOn: low\n---\nfailOn: high', '2:1', 'this is not YAML'],
  ])('%j', (text, place, reason) => {
    expect(() => readFileSettings(text)).toThrow(
      new RegExp(`^\\.scangate\\.yaml:${place}: .*${reason.replace('?', '\\?')}`, 's'),
    );
  });
});
