import type { Rule } from '@scangate/engines/sast/rule';
import { constantText } from './conditions.ts';
import { action, script } from './samples.ts';

export const phpCodeInjection: Rule = {
  id: 'php-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Untrusted input is run as code',
  message: 'Untrusted input is run as PHP, so that its sender controls the server.',
  help: 'Do not evaluate input. Choose what to do from a list of your own.',
  category: 'code',
  sinks: [
    { call: ['{eval,assert}'] },
    { call: ['create_function'], args: [0, 1] },
    {
      call: ['{preg_replace,mb_ereg_replace}'],
      args: [1],
      when: ({ args: [pattern] }) =>
        /[^\w\s][a-df-z]*e[a-z]*$/i.test(constantText(pattern)) && !/^\w/.test(constantText(pattern)),
    },
    {
      call: ['{call_user_func,call_user_func_array,forward_static_call,register_shutdown_function,ob_start}'],
      shallow: true,
    },
    { call: ['*.evaluate'], when: ({ names }) => names.some((name) => /ExpressionLanguage/.test(name)) },
  ],
  positives: [
    script('eval($_GET["code"]); // HERE'),
    script('eval("\\$x = " . $_POST["x"] . ";"); // HERE'),
    script('call_user_func($_GET["f"], 1); // HERE'),
    script('preg_replace("/.*/e", $_GET["x"], $text); // HERE'),
    action('        assert($request->get("test")); // HERE'),
  ],
  negatives: [
    script('eval("return 1;");'),
    script('call_user_func([$this, "run"], $_GET["a"]);'),
    script('preg_replace("/a/", $_GET["x"], $text);'),
    script('$f = $_GET["f"];\nif (in_array($f, ["a", "b"])) { call_user_func($f); }'),
  ],
};
