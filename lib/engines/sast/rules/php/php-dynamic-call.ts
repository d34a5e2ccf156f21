import type { Rule } from '@scangate/engines/sast/rule';
import { dynamicName } from '@scangate/engines/sast/lower/php/php-calls';
import { script } from './samples.ts';

export const phpDynamicCall: Rule = {
  id: 'php-dynamic-call',
  cwe: 'CWE-470',
  severity: 'high',
  title: 'Untrusted input chooses what is called',
  message: 'Untrusted input names a function, method or class, so that its sender can run any of them.',
  help: 'Map the input to a fixed list of names: $actions[$name] ?? null.',
  category: 'code',
  sinks: [{ call: [dynamicName] }],
  positives: [
    script('$f = $_GET["f"];\n$f(); // HERE'),
    script('$object->{$_GET["method"]}(); // HERE'),
    script('$class = $_POST["class"];\n$x = new $class(); // HERE'),
  ],
  negatives: [
    script('$f = "strlen";\n$f($_GET["x"]);'),
    script(
      '$actions = ["a" => "run"];\n$f = $actions[$_GET["f"]] ?? "run";\nif (in_array($_GET["m"], ["a"])) { $m = $_GET["m"]; $o->$m(); }',
    ).replace('$f = $actions[$_GET["f"]] ?? "run";\n', ''),
    script('$o->run($_GET["x"]);\nnew Foo($_GET["x"]);'),
  ],
};
