import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { exponentialText, isExponential } from '../exponential-regex.ts';
import { textAt } from './conditions.ts';
import { action, method } from './samples.ts';

const limited = /NonBacktracking|TimeSpan|[tT]imeout/;

const longTime = /^TimeSpan\.(?:FromSeconds\(\d{2,9}\)|From(?:Minutes|Hours|Days)\()/;

export const csRegexInjection: Rule = {
  id: 'cs-regex-injection',
  cwe: 'CWE-1333',
  severity: 'medium',
  title: 'Regular expression from untrusted input',
  message: 'An untrusted regular expression can take forever: a single request keeps the server busy.',
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

export const csRegexTimeout: Rule = {
  id: 'cs-regex-timeout',
  cwe: 'CWE-1333',
  severity: 'low',
  confidence: 'low',
  title: 'Long or missing timeout of a regular expression',
  message: 'A match may take so long that a few requests with bad input keep the server busy.',
  help: 'Set a timeout of a second or less, or use RegexOptions.NonBacktracking.',
  calls: [
    {
      call: ['Regex', 'Regex.{IsMatch,Match,Matches,Replace,Split}'],
      when: ({ args, written }) =>
        args.some(
          ({ path }, at) =>
            (path ?? '').endsWith('InfiniteMatchTimeout') || longTime.test(written[at]?.at.text ?? ''),
        ),
    },
  ],
  words: ['TimeSpan', 'InfiniteMatchTimeout'],
  positives: [
    method(
      '        var pattern = new Regex(text, RegexOptions.None, TimeSpan.FromMinutes(1)); // HERE',
      'string text',
    ),
    method(
      '        Regex.IsMatch(text, "a", RegexOptions.None, Regex.InfiniteMatchTimeout); // HERE',
      'string text',
    ),
  ],
  negatives: [
    method('        var pattern = new Regex("a", RegexOptions.None, TimeSpan.FromSeconds(1));'),
    method('        var pattern = new Regex("a", RegexOptions.None, TimeSpan.FromMilliseconds(1000));'),
  ],
};
