import type { Rule } from '@scangate/engines/sast/rule';
import { isFixedValue, type Value } from '@scangate/engines/sast/taint/value';
import { constantName, constantText } from './conditions.ts';
import { action, script } from './samples.ts';

export const phpCodeInjection: Rule = {
  id: 'php-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Untrusted input is run as code',
  message: 'Untrusted input is run as PHP, so that its sender controls the server.',
  help: 'Do not evaluate input. Choose the action from a fixed list.',
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
    {
      call: [
        '{usort,uasort,uksort,array_walk,array_filter,array_reduce,preg_replace_callback,iterator_apply}',
      ],
      args: [1],
      shallow: true,
    },
    { call: ['array_map'], shallow: true },
    { call: ['*.evaluate'], when: ({ names }) => names.some((name) => /ExpressionLanguage/.test(name)) },
  ],
  positives: [
    script('eval($_GET["code"]); // HERE'),
    script('eval("\\$x = " . $_POST["x"] . ";"); // HERE'),
    script('call_user_func($_GET["f"], 1); // HERE'),
    script('usort($list, $_GET["order"]); // HERE'),
    script('preg_replace("/.*/e", $_GET["x"], $text); // HERE'),
    action('        assert($request->get("test")); // HERE'),
    '<?php\ncreate_function($_GET["code"]); // HERE\n',
    '<?php\narray_map($_GET["code"]); // HERE\n',
  ],
  negatives: [
    script('eval("return 1;");'),
    script('call_user_func([$this, "run"], $_GET["a"]);'),
    script('preg_replace("/a/", $_GET["x"], $text);'),
    script('usort($_GET["list"], "strcmp");\narray_map("trim", $_GET["list"]);'),
    script('$f = $_GET["f"];\nif (in_array($f, ["a", "b"])) { call_user_func($f); }'),
  ],
};

const isOpen = (code: Value | undefined): boolean =>
  code !== undefined && !isFixedValue(code) && !code.taints.some(({ origin }) => origin.label === 'user');

export const phpDynamicCode: Rule = {
  id: 'php-dynamic-code',
  cwe: 'CWE-95',
  severity: 'low',
  confidence: 'low',
  title: 'Non-constant code is run',
  message: 'A non-constant string is run as PHP: anyone who can change part of it controls the server.',
  help: 'Do not evaluate strings. Choose the action from a fixed list.',
  supersededBy: ['php-code-injection'],
  calls: [
    { call: ['{eval,create_function}'], when: ({ args }) => args.some(isOpen) },
    { call: ['{mb_ereg_replace,mb_eregi_replace}'], when: ({ args: [, , , options] }) => isOpen(options) },
  ],
  positives: [
    script('eval($code); // HERE'),
    script('mb_ereg_replace($pattern, $by, $text, $options); // HERE'),
  ],
  negatives: [script('eval("return 1;");\nmb_ereg_replace($pattern, $by, $text, "i");')],
};

export const phpVariablesFromInput: Rule = {
  id: 'php-variables-from-input',
  cwe: 'CWE-621',
  severity: 'high',
  title: 'Untrusted input sets variables',
  message:
    'Every field of the request becomes a variable: its sender can overwrite variables of the program.',
  help: 'Read the expected fields by name, or use EXTR_SKIP.',
  category: 'other',
  sinks: [
    {
      call: ['extract'],
      when: ({ args }) => !args.some((flag) => constantName(flag).endsWith('EXTR_SKIP')),
    },
    { call: ['{parse_str,mb_parse_str}'], when: ({ args }) => args.length === 1 },
  ],
  positives: [script('extract($_POST); // HERE'), script('parse_str($_GET["q"]); // HERE')],
  negatives: [
    script('extract($_POST, EXTR_SKIP);\nextract(["a" => 1]);'),
    script('parse_str($_GET["q"], $fields);'),
  ],
};
