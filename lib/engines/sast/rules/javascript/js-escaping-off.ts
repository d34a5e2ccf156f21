import type { Rule } from '@scangate/engines/sast/rule';

export const jsEscapingOff: Rule = {
  id: 'js-escaping-off',
  cwe: 'CWE-116',
  severity: 'medium',
  title: 'Template escaping is off',
  message: 'Values are put into pages unescaped: an untrusted one can inject a script.',
  help: 'Leave escaping on, and mark the few values that are trusted markup.',
  entries: [
    { key: ['autoescape', 'autoEscape'], when: (value) => value.constant === false },
    { key: ['noEscape'], when: (value) => value.constant === true },
  ],
  calls: [
    { call: ['$sceProvider.enabled'], when: ({ args: [on] }) => on?.constant === false },
    {
      call: ['serialize', 'serialize-javascript'],
      when: ({ args: [, options] }) => options?.fields?.get('unsafe')?.constant === true,
    },
    {
      // Angular trusts every address then.
      call: ['*.{resourceUrlWhitelist,trustedResourceUrlList}'],
      when: ({ args: [list] }) =>
        [...(list?.fields?.values() ?? [])].some(({ constant }) => constant === '**'),
    },
  ],
  writes: [{ write: ['*.escapeMarkup'], when: ({ constant }) => constant === false }],
  positives: [
    '$sceProvider.enabled(false); // HERE\n',
    "const serialize = require('serialize-javascript');\npage.state = serialize(state, { unsafe: true }); // HERE\n",
    "$sceDelegateProvider.resourceUrlWhitelist(['self', '**']); // HERE\n",
    "nunjucks.configure('views', { autoescape: false }); // HERE\n",
    'Handlebars.compile(source, { noEscape: true }); // HERE\n',
    "nunjucks.configure('views', { autoEscape: false }); // HERE\n",
    "const serialize = require('serialize');\npage.state = serialize(state, { unsafe: true }); // HERE\n",
  ],
  negatives: ["nunjucks.configure('views', { autoescape: true });\n"],
};
