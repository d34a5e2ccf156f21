import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { constantText } from './conditions.ts';
import { script } from './samples.ts';

export const phpCorsAnyOrigin: Rule = {
  id: 'php-cors-any-origin',
  cwe: 'CWE-942',
  severity: 'medium',
  title: 'Any site can read the responses',
  message:
    "Scripts of any site can read the responses, with the visitor's cookies if credentials are allowed.",
  help: 'Only allow origins from a list.',
  category: 'trust',
  sinks: [
    { call: ['header'], unless: (value) => !/^access-control-allow-origin:/i.test(prefixOf(value) ?? '') },
    {
      call: ['*.{header,set,withHeader}'],
      args: [1],
      when: ({ args: [name] }) => /^access-control-allow-origin$/i.test(constantText(name)),
    },
  ],
  calls: [
    {
      call: ['header'],
      when: ({ args: [value] }) => /^access-control-allow-origin:\s*\*\s*$/i.test(constantText(value)),
    },
  ],
  positives: [
    script('header("Access-Control-Allow-Origin: " . $_SERVER["HTTP_ORIGIN"]); // HERE'),
    script('header("Access-Control-Allow-Origin: *"); // HERE'),
    script('$response->headers->set("Access-Control-Allow-Origin", $_SERVER["HTTP_ORIGIN"]); // HERE'),
  ],
  negatives: [
    script('header("Access-Control-Allow-Origin: https://example.com");'),
    script(
      '$o = $_SERVER["HTTP_ORIGIN"];\nif (in_array($o, $allowed, true)) { header("Access-Control-Allow-Origin: $o"); }',
    ),
  ],
};
