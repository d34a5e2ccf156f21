import type { Rule } from '@scangate/engines/sast/rule';
import { method } from './samples.ts';

export const javaTemplateInjection: Rule = {
  id: 'java-template-injection',
  cwe: 'CWE-1336',
  severity: 'high',
  title: 'Template from untrusted input',
  message: 'Untrusted input is parsed as a template: it can call methods, and in most engines run programs.',
  help: 'Keep templates in files, and pass untrusted input as values.',
  category: 'template',
  sinks: [
    { call: ['{Velocity,VelocityEngine,velocityEngine}.evaluate'], args: [3] },
    { call: ['Template'], args: [1] },
    { call: ['{StringTemplateLoader,StringResourceRepository}.{putTemplate,putStringResource}'], args: [1] },
    {
      call: [
        '*.getTemplateFromString',
        'Handlebars.compileInline',
        '*.compileInline',
        '*.buildConstraintViolationWithTemplate',
      ],
    },
  ],
  positives: [
    method('    Velocity.evaluate(context, writer, "page", text); // HERE', '@RequestParam String text'),
    method(
      '    Template t = new Template("page", new StringReader("Hi " + name), configuration); // HERE',
      '@RequestParam String name',
    ),
  ],
  negatives: [
    method(
      '    context.put("name", name);\n    Velocity.evaluate(context, writer, "page", TEXT);',
      '@RequestParam String name',
    ),
  ],
};
