import type { Language } from '../model/gate/languages.ts';
import { grammars } from '../sast/dialects.ts';
import type { Expression, Program, Statement } from '../sast/ir.ts';
import { lowerProgram } from '../sast/lower/lowering.ts';
import type { Dialect } from '../sast/dialect.ts';
import { isNestedTooDeeply, parse } from '../sast/parser.ts';
import { wordsIn } from '../sast/taint/prefilter.ts';
import { walkProgram } from './walk-program.ts';
import { InvalidRule } from '../custom-rules/invalid-rule.ts';

/** An expression of the intermediate representation in which some names stand for anything. */
export interface Pattern {
  language: Language;
  root: Expression;
  /** Every file that it matches contains all of these words. */
  words: readonly string[];
}

const metavariable = /\$([A-Z][A-Z0-9_]{0,40})(?![\w$])/g;
/** `...` in the place of arguments or items; a spread is followed by a name. */
const anyItems = /\.\.\.(?=[ \t\n]{0,20}[,)\]}])/g;
const metaPrefix = 'scangateAnyOf_';
const restName = 'scangateAnyItems';
/** In Ruby a lower-case name is a call, whereas a constant is not. */
const inRuby = (name: string): string => `S${name.slice(1)}`;
const startOf = (name: string): string => `s${name.slice(1)}`;
/** The string "..." stands for any string. */
export const anyText = '...';

/** Returns the name of the metavariable that an expression consists of; undefined for any other expression. */
export const metavariableOf = ({ kind, ...rest }: Expression): string | undefined =>
  kind === 'name' && 'name' in rest && startOf(rest.name).startsWith(metaPrefix)
    ? rest.name.slice(metaPrefix.length)
    : undefined;

export const isAnyItems = (expression: Expression): boolean =>
  expression.kind === 'name' && startOf(expression.name) === restName;

/** The dialects that patterns and examples are written in. */
export const dialectOf: Readonly<Record<Language, Dialect>> = {
  javascript: 'Tsx',
  python: 'python',
  java: 'java',
  go: 'go',
  csharp: 'csharp',
  rust: 'rust',
  php: 'php',
  ruby: 'ruby',
};

/** The text around a statement that makes it a complete program. */
const around: Readonly<Record<Language, readonly [before: string, after: string]>> = {
  javascript: ['', ';'],
  python: ['', ''],
  java: ['class A { void m() { ', '; } }'],
  go: ['package p\nfunc m() { ', ' }'],
  csharp: ['class A { void M() { ', '; } }'],
  rust: ['fn m() { ', '; }'],
  php: ['<?php ', ';'],
  ruby: ['', ''],
};

const innerStatements = ({ body }: Pick<Program, 'body'>): readonly Statement[] => {
  const [first] = body;
  if (first?.kind === 'class') return innerStatements({ body: first.unit.methods[0]?.body ?? [] });
  if (first?.kind === 'function') return innerStatements({ body: first.unit.body });
  return body;
};

const squeezed = (text: string): string => text.replaceAll(/[\s;]/g, '');

/** Returns the one expression of a program. @throws InvalidRule */
const onlyExpression = (program: Program, written: string): Expression => {
  const [statement, ...more] = innerStatements(program);
  const value = statement?.kind === 'evaluate' ? statement.value : undefined;
  if (!value || more.length > 0 || squeezed(value.at.text) !== squeezed(written))
    throw new InvalidRule('pattern', 'A pattern is one expression, such as a call or an assignment.');
  return value;
};

/** Collects the words of the names in a pattern. */
const wordsOf = (root: Expression): Set<string> => {
  const words = new Set<string>();
  walkProgram(
    { body: root },
    {
      count: () => undefined,
      visit: (node) => {
        if (metavariableOf(node) !== undefined || isAnyItems(node)) return;
        if (node.kind === 'name' || node.kind === 'member')
          for (const word of wordsIn(node.name)) words.add(word);
      },
    },
  );
  return words;
};

const placeholders = (pattern: string, language: Language): string => {
  const written = (name: string): string => (language === 'ruby' ? inRuby(name) : name);
  return pattern.replaceAll(metavariable, `${written(metaPrefix)}$1`).replaceAll(anyItems, written(restName));
};

/** Parses a pattern in the grammar of its language, which has to be loaded. @throws InvalidRule */
export const parsePattern = (pattern: string, language: Language): Pattern => {
  if (isNestedTooDeeply(pattern)) throw new InvalidRule('pattern', 'The pattern is nested too deeply.');
  const written = placeholders(pattern.trim(), language);
  const [before, after] = around[language];
  const tree = parse(dialectOf[language], `${before}${written}${after}`);
  if (tree.descendants('ERROR').length > 0)
    throw new InvalidRule('pattern', `The pattern is not an expression of the language ${language}.`);
  const root = onlyExpression(lowerProgram(grammars[language], tree), written);
  if (metavariableOf(root) !== undefined || isAnyItems(root))
    throw new InvalidRule('pattern', 'The pattern matches every expression.');
  return { language, root, words: [...wordsOf(root)] };
};
