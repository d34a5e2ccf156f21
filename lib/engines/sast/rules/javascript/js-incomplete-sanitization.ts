import type { Rule } from '@scangate/engines/sast/rule';

/** Characters that end a value or begin markup; in text they are only replaced to make it harmless. */
const meta = /^['"<>`\\]$/;
const harmless = /^(?:|''|""|\\.|\\\\.|&\w{2,5};|&#\d{2,3};|%\d\w)$/;

export const jsIncompleteSanitization: Rule = {
  id: 'js-incomplete-sanitization',
  cwe: 'CWE-116',
  severity: 'medium',
  title: 'Only the first occurrence is escaped',
  message:
    'replace() with a string only replaces the first occurrence: a second quote or bracket stays unescaped.',
  help: 'Use replaceAll() or a regular expression with the g flag, or a library that escapes.',
  words: ['replace'],
  calls: [
    {
      call: ['*.replace'],
      when: ({ args: [pattern, replacement] }) =>
        typeof pattern?.constant === 'string' &&
        meta.test(pattern.constant) &&
        typeof replacement?.constant === 'string' &&
        harmless.test(replacement.constant),
    },
  ],
  positives: [
    'const quote = (text) => "\'" + text.replace("\'", "\'\'") + "\'"; // HERE\n',
    "const clean = (html) => html.replace('<', '&lt;'); // HERE\n",
  ],
  negatives: [
    "const clean = (html) => html.replaceAll('<', '&lt;');\n",
    "const clean = (html) => html.replace(/</g, '&lt;');\n",
    "const path = (text) => text.replace('/', '-');\n",
  ],
};
