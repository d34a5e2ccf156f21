import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '@scangate/engines/model/gate/languages';
import { languageModels } from '@scangate/engines/sast/dialects';
import { compileModel } from '@scangate/engines/sast/taint/compiled-model';
import { isSampled } from '#test/support/runs/samples.ts';
import { survives, trialsOf } from './code-trials.ts';
import { madeCases, type NameCases } from './name-cases.ts';
import { casesOf, passesCase } from './run-code-rules.ts';

/** One in so many mutants is tried each day, and all of them each night. */
const days = 12;

const stored = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../corpora/mutants', name), 'utf8'));
const survivors = stored('code-survivors.json') as readonly string[];
const known = new Set(survivors);
const made = stored('name-cases.json') as NameCases;

describe.each(languages)('%s', (language) => {
  const trials = trialsOf(language, made);

  test('a case fails for each change of a part of a rule, a source or a sanitizer, but for exactly those of the list', () => {
    expect(trials.length).toBeGreaterThan(100);
    const sampled = new Set(trials.filter((_, index) => isSampled(index, days)).map(({ name }) => name));
    const tried = trials.filter(({ name }) => sampled.has(name));
    // Several changes may have one name, of which one that survives is enough.
    const alive = new Set(tried.filter((trial) => survives(language, trial)).map(({ name }) => name));
    expect([...alive].filter((name) => !known.has(name))).toEqual([]);
    expect([...sampled].filter((name) => known.has(name) && !alive.has(name))).toEqual([]);
  });

  test('each case passes with the rules as they are', () => {
    const model = { ...compileModel(languageModels[language]), canFind: () => true };
    const failing = model.model.rules
      .flatMap((rule) => [...casesOf(rule), ...madeCases(rule, made[rule.id])])
      .filter((_, index) => isSampled(index, days))
      .filter((each) => !passesCase(model, language, each));
    expect(failing.map(({ rule, code }) => [rule.id, code])).toEqual([]);
  });
});

test('each stored case is of a positive case of a rule that is there', () => {
  const rules = new Map(
    languages.flatMap((language) => languageModels[language].rules).map((rule) => [rule.id, rule]),
  );
  const lost = Object.entries(made).filter(([id, entries]) => {
    const rule = rules.get(id);
    return rule === undefined || madeCases(rule, entries).length < entries.length;
  });
  expect(lost.map(([id]) => id)).toEqual([]);
});

test('the changes that survive are changes of rules that are there, and each is listed once', () => {
  const names = new Set(languages.flatMap((language) => trialsOf(language).map(({ name }) => name)));
  expect(survivors.filter((name) => !names.has(name))).toEqual([]);
  expect(new Set(survivors).size).toBe(survivors.length);
});
