import { customRuleName, type CustomSecretRule } from '../model/gate/custom-rules.ts';
import type { Threshold } from '../model/severity.ts';
import { createKeywordAutomaton, type KeywordAutomaton } from '../secrets/keyword-automaton.ts';
import { linearExpression, type LinearExpression } from './linear-expression.ts';

/** A rule in the form in which the engine's rules are reported. */
interface DescribedRule {
  id: string;
  title: string;
  severity: Threshold;
  kind: 'provider';
}

export interface CompiledSecretRule {
  rule: DescribedRule;
  expression: LinearExpression;
  entropy: number;
  allow: readonly LinearExpression[];
}

export interface CompiledSecretRules {
  automaton: KeywordAutomaton;
  /** The rules of each keyword of the automaton. */
  byKeyword: readonly (readonly CompiledSecretRule[])[];
  /** The instructions of all expressions. */
  size: number;
}

const sizeOf = ({ expression, allow }: CompiledSecretRule): number =>
  allow.reduce((sum, { size }) => sum + size, expression.size);

const compileRule = ({
  title,
  severity,
  expression,
  entropy = 0,
  allow = [],
  ...rule
}: CustomSecretRule) => ({
  rule: { id: customRuleName(rule), title, severity, kind: 'provider' as const },
  expression: linearExpression(expression, 'expression'),
  entropy,
  allow: allow.map((source, index) => linearExpression(source, `allow/${index}`)),
});

/** Compiles rules for secrets. @throws InvalidRule */
export const compileSecretRules = (rules: readonly CustomSecretRule[]): CompiledSecretRules => {
  const byKeyword = new Map<string, CompiledSecretRule[]>();
  let size = 0;
  for (const rule of rules) {
    const compiled = compileRule(rule);
    size += sizeOf(compiled);
    for (const keyword of new Set(rule.keywords))
      byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? []), compiled]);
  }
  return {
    automaton: createKeywordAutomaton([...byKeyword.keys()]),
    byKeyword: [...byKeyword.values()],
    size,
  };
};
