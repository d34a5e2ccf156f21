import type { Rule } from '@scangate/engines/sast/rule';
import { receiverNames } from './conditions.ts';
import { script } from './samples.ts';

export const phpXpathInjection: Rule = {
  id: 'php-xpath-injection',
  cwe: 'CWE-643',
  severity: 'medium',
  title: 'XPath from untrusted input',
  message:
    'Untrusted input changes an XPath expression, so that its sender can read other parts of the document.',
  help: 'Compare the value in PHP, or accept only letters and digits.',
  category: 'xpath',
  sinks: [
    { call: ['*.xpath'] },
    { call: ['*.{query,evaluate}'], when: (call) => /xpath/i.test(receiverNames(call)) },
  ],
  positives: [
    script('$xpath = new DOMXPath($d);\n$xpath->query("//user[name=\'" . $_GET["name"] . "\']"); // HERE'),
    script('$xml->xpath("//a[@id=\'{$_POST["id"]}\']"); // HERE'),
  ],
  negatives: [
    script('$xpath = new DOMXPath($d);\n$xpath->query("//user[id=" . (int) $_GET["id"] . "]");'),
    script('$xml->xpath("//a");'),
  ],
};
