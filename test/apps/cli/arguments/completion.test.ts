import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { completionScript, shells } from '@scangate/cli/arguments/completion';
import { commands } from '@scangate/cli/commands/index';
import { digestOf, expectedWords, rareShells, wordsBy } from '#test/support/cli/complete-by-shell.ts';
import recorded from './completion-words.json' with { type: 'json' };

describe('completion', () => {
  test.each(shells)('%s knows each command and each flag of the table', (shell) => {
    const script = completionScript(shell, commands);
    for (const { name, flags } of commands) {
      for (const word of name.split(' ')) expect(script).toContain(word);
      for (const flag of Object.keys(flags)) expect(script).toContain(flag);
    }
  });

  test('bash completes commands, groups, flags and values', () => {
    const script = completionScript('bash', commands);
    const complete = (...words: string[]): string[] => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const line = `COMP_WORDS=(scangate ${quoted}); COMP_CWORD=${words.length}; _scangate; echo "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${script}\n${line}`], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      return stdout.trim().split(' ');
    };
    expect(complete('sc')).toEqual(['scan']);
    expect(complete('verify', 'le')).toEqual(['ledger']);
    expect(complete('verify', 'ledger', '--sta')).toEqual(['--statements']);
    expect(complete('scan', '--ga')).toEqual(['--gate']);
    expect(complete('scan', '--gate', 'p')).toEqual(['pull-request']);
    expect(complete('completion', 'f')).toEqual(['fish']);
  });

  test.each(rareShells)(
    '%s completes commands, groups, flags and values, however they are described',
    (shell) => {
      const { script, words } = recorded[shell];
      // Another script needs other recorded answers of the shell: npm run record:completions.
      expect(script).toBe(digestOf(shell));
      expect(words).toEqual(expectedWords);
      // If the shell is installed, it is run now.
      expect(wordsBy(shell) ?? words).toEqual(words);
    },
  );
});
