import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const csTemplateInjection: Rule = {
  id: 'cs-template-injection',
  cwe: 'CWE-1336',
  severity: 'high',
  title: 'Template from untrusted input',
  message: 'Untrusted input is compiled as a template, whose expressions run on the server.',
  help: 'Keep templates in the program, and pass untrusted input as their model.',
  category: 'template',
  sinks: [
    {
      call: [
        'Engine.Razor.{RunCompile,Compile}',
        'Razor.{Parse,Compile}',
        '{Template,FluidTemplate,Handlebars}.{Parse,Compile}',
        '*.{RunCompile,CompileRenderStringAsync}',
      ],
      args: [0, 1],
    },
  ],
  positives: [
    action('        var page = Engine.Razor.RunCompile(q, "key"); // HERE'),
    action('        var template = Template.Parse("Hello " + q); // HERE'),
  ],
  negatives: [
    action('        var page = Template.Parse("Hello {{ name }}").Render(new { name = q });'),
    action('        var template = Handlebars.Compile("Hello");'),
  ],
};
