import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { exponentialText, isExponential } from '../exponential-regex.ts';
import { textAt } from './conditions.ts';
import { action, method } from './samples.ts';

const limited = /NonBacktracking|TimeSpan|[tT]imeout/;

export const csRegexInjection: Rule = {
  id: 'cs-regex-injection',
  cwe: 'CWE-1333',
  severity: 'medium',
  title: 'Regular expression from untrusted input',
  message:
    'An untrusted regular expression can be one that takes forever: one request keeps the server busy.',
  help: 'Escape it (Regex.Escape), use RegexOptions.NonBacktracking, or give a timeout.',
  category: 'regex',
  sinks: [
    { call: ['Regex'], when: ({ at }) => !limited.test(at.text) },
    {
      call: ['Regex.{IsMatch,Match,Matches,Replace,Split,Count,EnumerateMatches}'],
      args: [1],
      when: ({ at, receiver }) => receiver?.type !== 'Regex' && !limited.test(at.text),
    },
  ],
  positives: [
    action('        var found = Regex.IsMatch(text, q); // HERE'),
    action('        var pattern = new Regex("^" + q); // HERE'),
  ],
  negatives: [
    action('        var found = Regex.IsMatch(text, Regex.Escape(q));'),
    action('        var pattern = new Regex(q, RegexOptions.NonBacktracking);'),
    action('        var found = Regex.IsMatch(q, "^a+$");'),
  ],
};

export const csExponentialRegex: Rule = {
  id: 'cs-exponential-regex',
  ...exponentialText,
  calls: [
    {
      call: ['Regex', 'GeneratedRegex'],
      when: (call) => isExponential(textAt(call, 0)) && !limited.test(call.at.text),
    },
    {
      call: ['Regex.{IsMatch,Match,Matches,Replace,Split}'],
      when: (call) => isExponential(textAt(call, 1)) && !limited.test(call.at.text),
    },
  ],
  positives: [
    method('        var pattern = new Regex(@"^(\\w+)+$"); // HERE'),
    method('        Regex.IsMatch(text, "^([a-z]+)*x"); // HERE', 'string text'),
  ],
  negatives: [
    method('        var pattern = new Regex(@"^\\w+$");'),
    method('        new Regex("^([a-z]+)*x", RegexOptions.NonBacktracking);'),
  ],
};

export const csRegexFromParameter = fromParameter(csRegexInjection, {
  id: 'cs-regex-from-parameter',
  title: 'Regular expression from a parameter',
  does: 'compiles its argument as a regular expression',
  words: ['Regex'],
  positives: [method('        var pattern = new Regex("^(" + text + ")$"); // HERE', 'string text')],
  negatives: [
    method('        var pattern = new Regex(Regex.Escape(text));', 'string text'),
    method('        Regex.IsMatch(text, "^a+$");', 'string text'),
  ],
});
