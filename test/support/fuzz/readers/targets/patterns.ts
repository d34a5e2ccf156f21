import { compileCodeRules } from '@scangate/engines/custom-code-rules/compile-code-rules';
import { findPatterns } from '@scangate/engines/custom-code-rules/find-patterns';
import { dialectOf } from '@scangate/engines/custom-code-rules/parse-pattern';
import { InvalidRule } from '@scangate/engines/custom-rules/invalid-rule';
import { customRuleLimits } from '@scangate/engines/model/gate/custom-rules';
import type { Language } from '@scangate/engines/model/gate/languages';
import { grammars } from '@scangate/engines/sast/dialects';
import { lowerProgram } from '@scangate/engines/sast/lower/lowering';
import { loadDialects, parse } from '@scangate/engines/sast/parser';
import { noVerification } from '#test/support/rules/custom-rules.ts';
import type { ReaderTarget } from '../reader-target.ts';

/** Patterns in each language, each with code that it matches. */
const patterns: readonly (readonly [Language, pattern: string, code: string])[] = [
  ['javascript', 'acme.connect($HOST, { verify: false }, ...)', 'acme.connect("a", { verify: false }, 1);'],
  ['javascript', '$A.innerHTML = $B', 'e.innerHTML = text;'],
  ['python', 'acme.connect($HOST, verify=False, ...)', 'acme.connect("a", verify=False)\n'],
  ['python', 'acme.same($A, $A, "...")', 'acme.same(x[1], x[1], "b")\n'],
  ['java', 'acme.connect($HOST, "...")', 'class A { void m() { acme.connect(h, "b"); } }'],
  ['java', 'new Acme($A, ...)', 'class A { void m() { new Acme(1, 2); } }'],
  ['go', 'acme.Connect($A, ...)', 'package p\nfunc m() { acme.Connect(1, 2) }'],
  ['csharp', 'Acme.Connect($A, ...)', 'class A { void M() { Acme.Connect(1, 2); } }'],
  ['rust', 'acme::connect($A, ...)', 'fn m() { acme::connect(1, 2); }'],
  ['php', '$this->connect($A, ...)', '<?php $this->connect(1, 2);'],
  ['ruby', 'Acme.connect($A, ...)', 'Acme.connect(1, 2)\n'],
];

/** Patterns of organizations, each of which is compiled and looked for in code. */
export const codePatterns = async (): Promise<ReaderTarget> => {
  await loadDialects(patterns.map(([language]) => dialectOf[language]));
  return {
    name: 'patterns of organizations',
    samples: patterns.map(([, pattern]) => Buffer.from(pattern)),
    isRefusal: (error) => error instanceof InvalidRule,
    read: (bytes, { index }) => {
      const [language, , code] = patterns[index] ?? ['python', '', ''];
      const pattern = bytes.toString('utf8').slice(0, customRuleLimits.patternLength);
      const compiled = compileCodeRules([{ ...noVerification, language, pattern }]);
      const program = lowerProgram(grammars[language], parse(dialectOf[language], code));
      const { hits } = findPatterns(program, compiled.patterns);
      const outside = hits.find(({ at }) => at.place.start < 0 || at.place.end > code.length);
      return outside ? [`there is no place ${JSON.stringify(outside.at.place)}`] : [];
    },
  };
};
