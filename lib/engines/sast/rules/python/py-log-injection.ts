import type { Rule } from '@scangate/engines/sast/rule';
import { flask } from './samples.ts';

export const pyLogInjection: Rule = {
  id: 'py-log-injection',
  cwe: 'CWE-117',
  severity: 'low',
  title: 'Untrusted input in a log',
  message: 'Untrusted input is logged as it is: with line breaks in it, it can forge entries.',
  help: 'Replace line breaks first, or log as JSON.',
  category: 'log',
  sinks: [
    {
      call: [
        '{logging,logger,log,LOG,LOGGER,_logger,Logger}.{debug,info,warning,warn,error,critical,exception,log}',
        '*.{logger,log,_logger,LOG}.{debug,info,warning,warn,error,critical,exception,log}',
      ],
      args: 'all',
    },
  ],
  positives: [
    flask('    logging.info("user " + request.args["u"])  # HERE', 'import logging'),
    flask('    app.logger.warning("no user %s", request.form["u"])  # HERE'),
  ],
  negatives: [
    flask('    logging.info("user %s", request.args["u"].replace("\\n", ""))', 'import logging'),
    flask('    logging.info("user %d", int(request.args["u"]))', 'import logging'),
  ],
};
