import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf } from '@scangate/engines/sast/taint/value';
import { script } from './samples.ts';

export const phpHeaderInjection: Rule = {
  id: 'php-header-injection',
  cwe: 'CWE-113',
  severity: 'medium',
  title: 'Untrusted input chooses a header',
  message:
    'Untrusted input chooses a whole header, or adds headers to a mail: its sender can set cookies or recipients.',
  help: 'Keep the name of the header constant, and remove line breaks from the value.',
  category: 'header',
  sinks: [
    { call: ['header'], unless: (value) => /^[\w-]{1,40}:/.test(prefixOf(value) ?? '') },
    { call: ['{mail,mb_send_mail}'], args: [3] },
  ],
  positives: [
    script('header($_GET["header"]); // HERE'),
    script('mail($to, "Hello", $text, "From: " . $_POST["from"]); // HERE'),
  ],
  negatives: [
    script('header("X-Name: " . $_GET["name"]);'),
    script('mail($to, "Hello", $_POST["text"], "From: me@example.com");'),
    script('mail($to, "Hello", $text, "From: " . filter_var($_POST["from"], FILTER_VALIDATE_EMAIL));'),
  ],
};
