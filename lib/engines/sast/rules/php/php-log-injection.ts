import type { Rule } from '@scangate/engines/sast/rule';
import { script } from './samples.ts';

export const phpLogInjection: Rule = {
  id: 'php-log-injection',
  cwe: 'CWE-117',
  severity: 'low',
  title: 'Untrusted input in a log',
  message: 'Line breaks in untrusted input forge entries of the log.',
  help: 'Pass the value as context of the logger, or remove line breaks.',
  category: 'log',
  sinks: [
    { call: ['error_log'] },
    { call: ['syslog'], args: [1] },
    { call: ['{Log,*.Facades.Log}.{debug,info,notice,warning,error,critical,alert,emergency}'] },
  ],
  positives: [
    script('error_log("Login of " . $_POST["user"]); // HERE'),
    script('Log::info("Search for " . $_GET["q"]); // HERE'),
    "<?php\n$q = $_GET['q'];\nsyslog('', $q); // HERE\n",
  ],
  negatives: [
    script('error_log("Login of " . str_replace(["\\r", "\\n"], "", $_POST["user"]));'),
    script('Log::info("Search", ["q" => $_GET["q"]]);'),
  ],
};
