import { describe, expect, test } from 'vitest';
import { languages } from '@scangate/engines/model/gate/languages';
import { languageModels } from '@scangate/engines/sast/dialects';
import { scanTemplate, templateRules } from '@scangate/engines/sast/templates/scan-template';
import { readTemplate, templateKindOf } from '@scangate/engines/sast/templates/tags';
import { compileModel } from '@scangate/engines/sast/taint/compiled-model';
import { createLeakFinder } from '@scangate/engines/secrets/leak-finder';
import { ruleKinds } from '@scangate/engines/secrets/rule';
import { rules as secretRules } from '@scangate/engines/secrets/rule-table';
import { passesCases } from './run-code-rules.ts';

describe('the positive cases of a rule fail without it, whatever the others find', () => {
  test.each(languages)('%s', (language) => {
    const model = languageModels[language];
    expect(model.rules.length).toBeGreaterThanOrEqual(30);
    // A model is expensive to compile, so that half of the rules are removed at a time.
    for (const half of [0, 1]) {
      const isRemoved = (index: number): boolean => index % 2 === half;
      const rest = model.rules.filter((_, index) => !isRemoved(index));
      const without = compileModel({ ...model, rules: rest });
      for (const rule of model.rules.filter((_, index) => isRemoved(index)))
        expect([rule.id, passesCases(without, language, rule)]).toEqual([rule.id, false]);
    }
  });

  test('templates', () => {
    expect(templateRules.length).toBeGreaterThan(5);
    for (const rule of templateRules) {
      const rest = templateRules.filter((each) => each !== rule);
      for (const [file, text] of rule.positives) {
        const ids = scanTemplate(readTemplate(text, templateKindOf(file)!), rest)?.hits.map(
          (hit) => hit.rule.id,
        );
        expect(ids ?? []).not.toContain(rule.id);
        const withIt = scanTemplate(readTemplate(text, templateKindOf(file)!))?.hits.map(
          (hit) => hit.rule.id,
        );
        expect(withIt).toContain(rule.id);
      }
    }
  });

  test('secrets', () => {
    expect(secretRules.length).toBeGreaterThan(200);
    for (const half of [0, 1]) {
      const find = createLeakFinder(secretRules.filter((_, index) => index % 2 !== half));
      for (const rule of secretRules.filter((_, index) => index % 2 === half)) {
        const path = rule.samplePath ?? 'config/app.env';
        const found = rule
          .positives()
          .flatMap(({ text }) => find({ path, bytes: Buffer.from(text), kinds: ruleKinds }).leaks);
        expect(found.map((leak) => leak.rule.id)).not.toContain(rule.id);
      }
    }
  });
});
