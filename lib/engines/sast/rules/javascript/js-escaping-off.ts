import type { Rule } from '@scangate/engines/sast/rule';

export const jsEscapingOff: Rule = {
  id: 'js-escaping-off',
  cwe: 'CWE-116',
  severity: 'medium',
  title: 'Template escaping is off',
  message: 'Values are put into pages as they are: one that comes from untrusted input can inject a script.',
  help: 'Leave escaping on, and mark the few values that are markup.',
  entries: [
    { key: ['autoescape', 'autoEscape'], when: (value) => value.constant === false },
    { key: ['noEscape'], when: (value) => value.constant === true },
  ],
  positives: [
    "nunjucks.configure('views', { autoescape: false }); // HERE\n",
    'Handlebars.compile(source, { noEscape: true }); // HERE\n',
  ],
  negatives: ["nunjucks.configure('views', { autoescape: true });\n"],
};
