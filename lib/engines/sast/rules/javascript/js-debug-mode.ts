import type { Rule } from '@scangate/engines/sast/rule';

export const jsDebugMode: Rule = {
  id: 'js-debug-mode',
  cwe: 'CWE-489',
  severity: 'low',
  title: 'Error details are sent to clients',
  message: 'Stack traces reveal how the service works.',
  help: 'Use it in development only.',
  calls: [
    {
      call: ['{errorhandler,errorHandler}', 'express.errorHandler'],
      when: ({ args, within }) => within === undefined && args.length === 0,
    },
  ],
  positives: [
    "const errorhandler = require('errorhandler');\napp.use(errorhandler()); // HERE\n",
    "const express.errorHandler = require('express.errorHandler');\napp.use(express.errorHandler()); // HERE\n",
  ],
  negatives: ['app.use((err, req, res, next) => res.status(500).end());\n'],
};
