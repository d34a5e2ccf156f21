import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openRunner } from '@scangate/action/runner';
import { readOutputs, readStep } from '#test/support/action/read-step.ts';

const opened = (environment: Record<string, string> = {}) => {
  const files: Record<string, string> = {};
  let [printed, ids] = ['', 0];
  const runner = openRunner({
    environment: { GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary', ...environment },
    print: (text) => void (printed += text),
    append: (file, text) => void (files[file] = (files[file] ?? '') + text),
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
  });
  return { runner, files, step: () => readStep(printed) };
};

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '::set-output name=verdict::PASS',
    '##[add-path]/tmp',
    ' ::add-mask::x',
    'a\r\nb%0A',
    'x<<y',
  ),
  fc
    .array(fc.constantFrom('::', '%', '\n', '\r', ':', ',', 'a', '##[error]', '::stop-commands::a', '\u001b'))
    .map((parts) => parts.join('')),
);

describe('any text of a repository', () => {
  test('is not a command of the runner in the log', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1 }), async (texts) => {
        const { runner, step } = opened();
        await runner.quoting(async (log) => texts.forEach(log));
        expect(step().commands).toEqual([]);
      }),
    );
  });

  test('is quoted to its end, even when printing it fails', async () => {
    const { runner, step } = opened();
    const failing = runner.quoting(async (log) => {
      log('::error::of the repository');
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    runner.note('error', 'ours');
    expect(step().commands).toEqual([{ name: 'error', properties: { title: 'Scangate' }, data: 'ours' }]);
  });

  test('is one annotation with the same text', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, message, file) => {
        const { runner, step } = opened();
        runner.annotate({ level: 'error', title, message, file, line: 3 });
        expect(step()).toEqual({
          commands: [{ name: 'error', properties: { title, file, line: '3' }, data: message }],
          log: [],
        });
      }),
    );
  });

  test('sets no output but the named one', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const { runner, files } = opened();
        runner.setOutput('reason', one);
        runner.setOutput('verdict', other);
        expect(readOutputs(files['output'] ?? '')).toEqual({ reason: one, verdict: other });
      }),
    );
  });
});

test('the summary ends at a line before the megabyte that the runner accepts', () => {
  const { runner, files } = opened();
  for (let at = 0; at < 3; at += 1) runner.addSummary('ä'.repeat(255).concat('\n').repeat(1_000));
  const summary = files['summary'] ?? '';
  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(1024 * 1024);
  expect(summary.endsWith('ä\n')).toBe(true);
});

test('inputs are read by the names that the runner gives them, with whitespace trimmed', () => {
  const { runner } = opened({ 'INPUT_FAIL-ON': ' high\n' });
  expect([runner.input('fail-on'), runner.input('types')]).toEqual(['high', '']);
});

test('a value is masked by one command, and an empty one is not', () => {
  const { runner, step } = opened();
  runner.mask('to%ken');
  runner.mask('');
  expect(step().commands).toEqual([{ name: 'add-mask', properties: {}, data: 'to%ken' }]);
});
