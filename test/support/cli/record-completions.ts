/** Records how zsh and fish complete (`npm run record:completions`), for machines that have neither. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, rareShells, wordsBy } from './complete-by-shell.ts';

const recorded = rareShells.map((shell) => {
  const words = wordsBy(shell);
  if (!words) throw new Error(`${shell} is not installed.`);
  return [shell, { script: digestOf(shell), words }];
});
const file = join(import.meta.dirname, '../../apps/cli/arguments/completion-words.json');
writeFileSync(file, `${JSON.stringify(Object.fromEntries(recorded), undefined, 2)}\n`);
