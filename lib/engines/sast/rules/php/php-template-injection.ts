import type { Rule } from '@scangate/engines/sast/rule';
import { receiverNames } from './conditions.ts';
import { action, script } from './samples.ts';

export const phpTemplateInjection: Rule = {
  id: 'php-template-injection',
  cwe: 'CWE-1336',
  severity: 'critical',
  title: 'Template from untrusted input',
  message: 'Untrusted input becomes the text of a template, which can call functions of the server.',
  help: 'Keep templates in files and pass the input as a value.',
  category: 'template',
  sinks: [
    { call: ['*.createTemplate', '{Blade,*.Blade}.{render,compileString}', '*.template_from_string'] },
    {
      call: ['*.{fetch,display,render}'],
      when: (call) => /smarty|mustache|latte/i.test(receiverNames(call)),
    },
  ],
  positives: [
    script('$twig->createTemplate("Hello " . $_GET["name"])->render([]); // HERE'),
    action(
      '        return Blade::render($request->input("body")); // HERE',
      'use Illuminate\\Support\\Facades\\Blade;',
    ),
    script('$smarty->fetch("string:" . $_POST["t"]); // HERE'),
    '<?php\n$twig->template_from_string("Hello " . $_GET["name"])->render([]); // HERE\n',
  ],
  negatives: [
    script('$twig->render("a.html.twig", ["name" => $_GET["name"]]);'),
    action(
      '        return Blade::render("Hello {{ $name }}", ["name" => $request->name]);',
      'use Illuminate\\Support\\Facades\\Blade;',
    ),
  ],
};
