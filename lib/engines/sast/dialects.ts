import { csharpGrammar } from './lower/csharp/csharp.ts';
import { rustGrammar } from './lower/rust/rust.ts';
import { goGrammar } from './lower/go.ts';
import { javaGrammar } from './lower/java.ts';
import { javascriptGrammar } from './lower/javascript.ts';
import type { Grammar } from './lower/lowering.ts';
import { phpGrammar } from './lower/php/php.ts';
import { pythonGrammar } from './lower/python.ts';
import { rubyGrammar } from './lower/ruby/ruby.ts';
import { csharp } from './rules/csharp/index.ts';
import { rust } from './rules/rust/index.ts';
import { go } from './rules/go/index.ts';
import { java } from './rules/java/index.ts';
import { javascript } from './rules/javascript/index.ts';
import { php } from './rules/php/index.ts';
import { python } from './rules/python/index.ts';
import { ruby } from './rules/ruby/index.ts';
import type { Language, LanguageModel } from './rule.ts';

export const grammars: Readonly<Record<Language, Grammar>> = {
  javascript: javascriptGrammar,
  python: pythonGrammar,
  java: javaGrammar,
  go: goGrammar,
  csharp: csharpGrammar,
  rust: rustGrammar,
  php: phpGrammar,
  ruby: rubyGrammar,
};

export const languageModels: Readonly<Record<Language, LanguageModel>> = {
  javascript,
  python,
  java,
  go,
  csharp,
  rust,
  php,
  ruby,
};
