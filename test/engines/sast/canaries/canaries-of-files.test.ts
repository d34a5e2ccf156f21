import { describe, expect, test } from 'vitest';
import { assertFindsCanary } from '@scangate/engines/assert-finds-canary';
import { canariesOfFiles } from '@scangate/engines/sast/canaries/canaries-of-files';
import { codeCanaries, embeddedCanaries } from '@scangate/engines/sast/canaries/code-canaries';
import { configurationCanaries } from '@scangate/engines/sast/canaries/configuration-canaries';
import { templateCanaries } from '@scangate/engines/sast/canaries/template-canaries';
import { configurationKinds } from '@scangate/engines/sast/configuration/configuration-kind';
import { grammarFiles, type Dialect } from '@scangate/engines/sast/dialect';
import { loadSastEngine } from '@scangate/engines/sast/load-sast-engine';
import { sourceTypeOf } from '@scangate/engines/sast/source-type';
import { templateRules } from '@scangate/engines/sast/templates/scan-template';
import { templateKindOf } from '@scangate/engines/sast/templates/tags';
import { unitOf, weaknessesIn } from '../scan-code.ts';

const all = [codeCanaries, embeddedCanaries, templateCanaries, configurationCanaries].flatMap((table) =>
  Object.entries(table),
);

const dialects = Object.keys(grammarFiles) as Dialect[];

/** A file of each extension that code or templates have, with the grammar that it loads. */
const extensions: readonly (readonly [file: string, dialect: Dialect | undefined])[] = [
  ['a.js', 'JavaScript'],
  ['a.jsx', 'JavaScript'],
  ['a.mts', 'TypeScript'],
  ['a.tsx', 'Tsx'],
  ['a.vue', 'TypeScript'],
  ['a.pyw', 'python'],
  ['a.java', 'java'],
  ['a.jsp', 'java'],
  ['a.tag', 'java'],
  ['a.go', 'go'],
  ['a.cs', 'csharp'],
  ['a.rs', 'rust'],
  ['a.php', 'php'],
  ['a.phtml', 'php'],
  ['a.blade.php', 'php'],
  ['a.rb', 'ruby'],
  ['Rakefile.rake', 'ruby'],
  ['config.ru', 'ruby'],
  ['a.gemspec', 'ruby'],
  ['a.html.erb', 'ruby'],
  ['a.rhtml', 'ruby'],
  ['a.cshtml', 'csharp'],
  ['a.razor', 'csharp'],
  ['a.hbs', undefined],
  ['a.pug', 'JavaScript'],
  ['a.jspx', 'java'],
];

describe('the canaries of code', () => {
  test('every grammar has one in its own dialect', () => {
    for (const dialect of dialects) {
      const { file, rules } = codeCanaries[dialect];
      expect([file, sourceTypeOf(file)?.dialect, rules.length]).toEqual([file, dialect, 1]);
    }
  });

  test('those of pages and configuration are of the kinds that they stand for', () => {
    for (const [host, { file }] of Object.entries(embeddedCanaries))
      expect([file, sourceTypeOf(file)?.host]).toEqual([file, host]);
    for (const [kind, { file }] of Object.entries(templateCanaries))
      expect([file, templateKindOf(file)]).toEqual([file, kind]);
    for (const [kind, { file, text }] of Object.entries(configurationCanaries))
      expect([...configurationKinds(unitOf({ [file]: text })).values()]).toEqual([kind]);
  });

  test('every template rule is proven for each kind of template that it has a case for', () => {
    for (const { id, positives } of templateRules)
      for (const [file] of positives) {
        const { rules } = templateCanaries[templateKindOf(file)!];
        expect({ id, file, isProven: rules.includes(id) }).toEqual({ id, file, isProven: true });
      }
  });

  test('each has a name of its own and the findings that it states', () => {
    expect(new Set(all.map(([, { file }]) => file)).size).toBe(all.length);
    for (const [, { file, text, rules }] of all) {
      const found = new Set(weaknessesIn({ [file]: text }).map(({ rule }) => rule));
      expect({ file, found: [...found].toSorted() }).toEqual({ file, found: [...rules].toSorted() });
    }
  });
});

describe('a unit with one file', () => {
  test.each(extensions)('%s has the canaries of all that is loaded for it', async (path, dialect) => {
    const files = unitOf({ [path]: 'a' });
    const engine = await loadSastEngine(files);
    const input = { files, ignoreFile: { entries: [], truncated: false }, lineKey: 'key' };
    expect(assertFindsCanary(engine, input)).toBe(true);
    const [type, template] = [sourceTypeOf(path), templateKindOf(path)];
    const needed = [
      ...(dialect ? [codeCanaries[dialect]] : []),
      ...(type?.host ? [embeddedCanaries[type.host]] : []),
      ...(template ? [templateCanaries[template]] : []),
    ];
    expect(type?.dialect).toBe(dialect);
    expect(needed.length).toBeGreaterThan(0);
    expect(canariesOfFiles(files)).toEqual(expect.arrayContaining(needed));
    for (const { file, rules } of needed)
      for (const blindTo of rules) {
        const blind: typeof engine.run = (given) => {
          const result = engine.run(given);
          const findings = result.findings.filter(
            (finding) => !('rule' in finding && finding.rule === blindTo && finding.file === file),
          );
          return { ...result, findings };
        };
        expect(() => assertFindsCanary({ ...engine, run: blind }, input)).toThrow('canary');
      }
  });
});
