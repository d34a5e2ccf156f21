import type { Rule } from '@scangate/engines/sast/rule';
import { exponentialText, isExponential } from '../exponential-regex.ts';
import { handler, program } from './samples.ts';

export const rsRegexInjection: Rule = {
  id: 'rs-regex-injection',
  cwe: 'CWE-1333',
  severity: 'medium',
  title: 'Regular expression from untrusted input',
  message: 'An untrusted expression can take a lot of memory, and in backtracking engines a lot of time.',
  help: 'Escape it (regex::escape), or limit it with RegexBuilder::size_limit.',
  category: 'regex',
  sinks: [
    {
      call: [
        '*.{Regex,RegexSet,RegexBuilder}.new',
        '{Regex,RegexSet,RegexBuilder}.new',
        'pcre2.bytes.Regex.new',
      ],
      when: ({ within, at }) => !(within?.at ?? at).text.includes('size_limit('),
    },
  ],
  positives: [
    handler('    let pattern = Regex::new(&p.pattern)?; // HERE', 'use regex::Regex;'),
    handler('    let pattern = fancy_regex::Regex::new(&format!("^{}", p.a))?; // HERE'),
    'use actix_web::web;\nasync fn f(q: web::Query<String>) -> String {\n    let q = q.into_inner();\n    Regex::new(q); // HERE\n}\n',
  ],
  negatives: [
    handler('    let pattern = Regex::new(&regex::escape(&p.pattern))?;', 'use regex::Regex;'),
    handler('    let pattern = Regex::new("^a+$")?;', 'use regex::Regex;'),
  ],
};

export const rsExponentialRegex: Rule = {
  id: 'rs-exponential-regex',
  ...exponentialText,
  calls: [
    {
      call: ['{fancy_regex,pcre2.bytes,onig}.Regex.new'],
      when: ({ args: [pattern] }) => typeof pattern?.constant === 'string' && isExponential(pattern.constant),
    },
  ],
  positives: [program('    let pattern = fancy_regex::Regex::new(r"^(\\w+)+$"); // HERE')],
  // The `regex` crate matches in linear time.
  negatives: [
    program('    let pattern = regex::Regex::new(r"^(\\w+)+$");'),
    program('    let pattern = fancy_regex::Regex::new(r"^\\w+$");'),
  ],
};
