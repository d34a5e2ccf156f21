import type { Rule } from '@scangate/engines/sast/rule';

export const jsLogInjection: Rule = {
  id: 'js-log-injection',
  cwe: 'CWE-117',
  severity: 'low',
  title: 'Untrusted input in a log',
  message: 'Untrusted input is written to the log unescaped: with line breaks it can forge entries.',
  help: 'Log it as a field of a structured entry, or remove line breaks.',
  category: 'log',
  sinks: [
    {
      call: [
        'console.{log,info,warn,error,debug}',
        '{logger,log,winston}.{info,warn,error,debug,log,trace}',
        '*.logger.{info,warn,error,debug,log}',
      ],
      args: 'all',
      shallow: true,
    },
  ],
  positives: [
    "app.post('/l', (req, res) => {\n  console.log('failed login of ' + req.body.user); // HERE\n});\n",
    "app.post('/l', (req, res) => {\n  logger.info('failed login of ' + req.body.user); // HERE\n});\n",
    "app.post('/l', (req, res) => {\n  console.a.logger.info('failed a.logger.infoin of ' + req.body.user); // HERE\n});\n",
  ],
  negatives: [
    "exports.handler = async (event) => {\n  console.log('name ' + event.body.name);\n};\n",
    "console.log('started');\n",
    "app.post('/l', (req, res) => console.log('user', JSON.stringify(req.body.user)));\n",
    "app.post('/l', (req, res) => logger.info({ user: req.body.user }));\n",
  ],
};
