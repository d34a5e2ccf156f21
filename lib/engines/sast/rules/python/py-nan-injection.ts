import type { Rule } from '@scangate/engines/sast/rule';
import { flask } from './samples.ts';

export const pyNanInjection: Rule = {
  id: 'py-nan-injection',
  cwe: 'CWE-704',
  severity: 'low',
  title: 'Untrusted text parsed as a number that may be NaN',
  message:
    'The text "nan" is parsed as NaN, for which every comparison is false: checks of a price or a limit pass.',
  help: 'Reject NaN and infinity (math.isfinite), or parse an int or a Decimal and check its range.',
  category: 'other',
  sinks: [
    {
      call: ['float', 'complex'],
      // NaN makes every comparison false, so that only an explicit check prevents it.
      when: ({ within, at }) => !/isfinite|isnan|['"]nan['"]/i.test((within?.at ?? at).text),
    },
  ],
  positives: [
    flask('    price = float(request.args["price"])  # HERE\n    if price < least:\n        abort(400)'),
    flask('    number = request.form.get("n")\n    value = complex(number)  # HERE'),
  ],
  negatives: [
    flask('    price = int(request.args["price"])'),
    flask(
      '    price = float(request.args["price"])\n    if not math.isfinite(price):\n        abort(400)',
      'import math',
    ),
    flask('    price = float(int(request.args["price"]))'),
    'def read(text):\n    return float(text)\n',
  ],
};
