import type { Rule } from '@scangate/engines/sast/rule';
import { isBuiltText } from '@scangate/engines/sast/taint/value';
import { around } from './conditions.ts';
import { program } from './samples.ts';

const escapes = /EscapeString|Escaper|Escape\(|anitiz|bluemonday|JSEscape|QueryEscape|PathEscape/;

export const goRawTemplate: Rule = {
  id: 'go-raw-template',
  cwe: 'CWE-79',
  severity: 'medium',
  title: 'Concatenated text declared safe for a page',
  message:
    'A value is joined to markup and declared safe, so that html/template does not escape it: it can inject a script.',
  help: 'Write the markup in the template and pass the value, or escape the value first (template.HTMLEscapeString).',
  supersededBy: ['go-xss'],
  calls: [
    {
      call: ['html/template.{HTML,JS,JSStr,URL,HTMLAttr,CSS,Srcset}'],
      when: (call) => call.args[0] !== undefined && isBuiltText(call.args[0]) && !escapes.test(around(call)),
    },
  ],
  positives: [
    program('html/template', '\tpage := template.HTML("<b>" + name + "</b>") // HERE', 'name string'),
    program(
      'fmt html/template',
      '\tscript := template.JS(fmt.Sprintf("show(%s)", name)) // HERE',
      'name string',
    ),
  ],
  negatives: [
    program(
      'html/template',
      '\tpage := template.HTML("<b>" + template.HTMLEscapeString(name) + "</b>")',
      'name string',
    ),
    program('html/template', '\tpage := template.HTML("<br>")'),
    program('html/template', '\tpage := template.HTML(rendered)', 'rendered string'),
    program('fmt html/template', '\tsize := template.CSS(fmt.Sprintf("width: %dpx", width))', 'width int'),
  ],
};
