import type { Rule } from '@scangate/engines/sast/rule';
import { exponentialText, isExponential } from '../exponential-regex.ts';
import { constantText } from './conditions.ts';

export const pyExponentialRegex: Rule = {
  ...exponentialText,
  id: 'py-exponential-regex',
  calls: [
    {
      call: ['re.{compile,match,fullmatch,search,sub,subn,split,findall,finditer}'],
      when: ({ args: [pattern] }) => isExponential(constantText(pattern)),
    },
  ],
  positives: [
    'import re\nname = re.compile(r"^(\\w+)+$")  # HERE\n',
    'import re\npattern = "^([a-z]+)+$"\nre.match(pattern, text)  # HERE\n',
  ],
  negatives: [
    'import re\nname = re.compile(r"^\\w+$")\n',
    'import re\nname = re.compile(r"^(\\w+-)+$")\n',
    'import re\nre.match(pattern, text)\n',
  ],
};
