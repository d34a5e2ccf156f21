/**
 * `npm run mutants`: changes each part of each rule, one at a time, and stores the changes that no case tells from the original; tests
 * fail for any other that survives. `-- code` and `-- secrets` do so for one kind of rules. With `--cases` a name or keyword without a
 * case gets one where another name in a case of the rule makes it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '@scangate/engines/model/gate/languages';
import { rules } from '@scangate/engines/secrets/rule-table';
import { mutantsOfRule } from '#test/engines/sast/code-mutants.ts';
import { originalOf, survives, trialsOf, type Trial } from '#test/engines/sast/code-trials.ts';
import { entriesFor, madeCases } from '#test/engines/sast/name-cases.ts';
import { passesCase } from '#test/engines/sast/run-code-rules.ts';
import { mutantsOfRule as mutantsOfSecretRule } from '#test/engines/secrets/secret-mutants.ts';
import { findsBeside, spellingsOf, survivorsOf } from '#test/engines/secrets/secret-trials.ts';

type ByRule = Record<string, string[]>;

const fileOf = (name: string): string => join(import.meta.dirname, name);
const store = (name: string, answers: unknown): void =>
  writeFileSync(fileOf(name), `${JSON.stringify(answers, undefined, 2)}\n`);
const write = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const storeSecrets = (addsKeywords: boolean): void => {
  const keywords = JSON.parse(readFileSync(fileOf('keyword-cases.json'), 'utf8')) as ByRule;
  const survivors: ByRule = {};
  let tried = 0;
  for (const rule of rules) {
    const own = keywords[rule.id] ?? [];
    for (const { keyword = '' } of addsKeywords ? survivorsOf(rule, own) : [])
      own.push(
        ...spellingsOf(keyword)
          .filter((spelling) => spelling !== '' && findsBeside(rule, spelling))
          .slice(0, 1),
      );
    if (own.length > 0) keywords[rule.id] = own;
    const alive = survivorsOf(rule, own).map(({ change }) => change);
    if (alive.length > 0) survivors[rule.id] = alive;
    tried += mutantsOfSecretRule(rule).length;
  }
  store('keyword-cases.json', keywords);
  store('secret-survivors.json', survivors);
  write(`secrets: ${Object.values(survivors).flat().length} of ${tried} survive`);
};

/** The positive cases that are tried with another name in them. */
const maxTried = 40;

/** Finds a case for a mutant that none tells from the original. */
const entryFor = (language: Language, { rule, mutant, compile }: Trial): string | undefined => {
  if (rule === undefined || mutant.names === undefined) return undefined;
  const known = mutantsOfRule(rule).flatMap(({ names }) => names ?? []);
  const original = originalOf(language, rule);
  const changed = compile();
  const tried = mutant.names
    .slice(0, 3)
    .flatMap((name) => entriesFor(rule, name, [...(mutant.others ?? []), ...known], maxTried));
  return tried.find((entry) => {
    const [made] = madeCases(rule, [entry]);
    return made && passesCase(original, language, made) && !passesCase(changed, language, made);
  });
};

const storeCode = (addsCases: boolean): void => {
  const made = JSON.parse(readFileSync(fileOf('name-cases.json'), 'utf8')) as ByRule;
  const survivors: string[] = [];
  for (const language of languages) {
    const trials = trialsOf(language, made);
    const alive = trials.filter((trial) => survives(language, trial));
    const left = new Set(
      alive
        .filter((trial) => {
          const entry = addsCases ? entryFor(language, trial) : undefined;
          if (entry === undefined || trial.rule === undefined) return true;
          made[trial.rule.id] = [...new Set([...(made[trial.rule.id] ?? []), entry])];
          return false;
        })
        .map(({ name }) => name),
    );
    // A new case may tell other changes, too.
    const last = trialsOf(language, made).filter(
      (trial) => left.has(trial.name) && survives(language, trial),
    );
    survivors.push(...last.map(({ name }) => name));
    write(`${language}: ${last.length} of ${trials.length} survive`);
  }
  store('name-cases.json', made);
  store('code-survivors.json', [...new Set(survivors)]);
};

const [, , kind = ''] = process.argv;
const addsCases = process.argv.includes('--cases');
if (kind !== 'code') storeSecrets(addsCases);
if (kind !== 'secrets') storeCode(addsCases);
