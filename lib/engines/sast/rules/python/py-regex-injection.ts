import type { Rule } from '@scangate/engines/sast/rule';
import { flask } from './samples.ts';

export const pyRegexInjection: Rule = {
  id: 'py-regex-injection',
  cwe: 'CWE-1333',
  severity: 'medium',
  title: 'Regular expression from untrusted input',
  message: 'An untrusted regular expression can take forever: a single request keeps the server busy.',
  help: 'Escape it (re.escape), or use an engine that runs in linear time.',
  category: 'regex',
  sinks: [
    {
      call: ['{re,regex}.{compile,search,match,fullmatch,findall,finditer,sub,subn,split}'],
      args: [0],
      named: ['pattern'],
    },
  ],
  positives: [
    flask('    re.search(request.args["p"], text)  # HERE', 'import re'),
    flask('    p = re.compile("^" + request.args["p"])  # HERE', 'import re'),
  ],
  negatives: [
    flask('    re.search(re.escape(request.args["p"]), text)', 'import re'),
    flask('    re.search("^a+$", request.args["p"])', 'import re'),
  ],
};
