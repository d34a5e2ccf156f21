import type { Rule } from '@scangate/engines/sast/rule';
import { script } from './samples.ts';

export const phpRegexInjection: Rule = {
  id: 'php-regex-injection',
  cwe: 'CWE-1333',
  severity: 'medium',
  title: 'Regular expression from untrusted input',
  message: 'Untrusted input becomes part of a pattern: it can match anything, or take very long.',
  help: 'Quote it with preg_quote($x, "/").',
  category: 'regex',
  sinks: [
    { call: ['{preg_match,preg_match_all,preg_replace,preg_replace_callback,preg_split,preg_grep,mb_ereg}'] },
  ],
  positives: [script('preg_match("/" . $_GET["q"] . "/", $text); // HERE')],
  negatives: [
    script('preg_match("/" . preg_quote($_GET["q"], "/") . "/", $text);\npreg_match("/^a/", $_GET["q"]);'),
  ],
};
