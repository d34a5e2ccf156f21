import type { Rule } from '@scangate/engines/sast/rule';
import { handler } from './samples.ts';

export const goTemplateInjection: Rule = {
  id: 'go-template-injection',
  cwe: 'CWE-1336',
  severity: 'high',
  title: 'Template from untrusted input',
  message:
    'Untrusted input is parsed as a template: it can read all the data it is given and call its methods.',
  help: 'Keep templates in files, and pass untrusted input as values.',
  category: 'template',
  sinks: [
    { call: ['{html/template,text/template}.Template.Parse', '*.New().Parse', '*.New().Funcs().Parse'] },
  ],
  positives: [
    handler(
      'text/template',
      '\tt, err := template.New("page").Parse("Hello " + r.FormValue("name")) // HERE',
    ),
  ],
  negatives: [handler('text/template', '\tt, err := template.New("page").Parse("Hello {{.}}")')],
};
